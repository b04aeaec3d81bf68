import { Button } from '@mantine/core'
import { listTexts } from './list-texts.ts'
import { EmptyState } from './faces.tsx'

interface PastEndProps {
  lastPage: number
  onPage: (page: number) => void
}

/** For a page number in the URL beyond the last page. */
export const PastEnd = ({ lastPage, onPage }: PastEndProps) => (
  <EmptyState
    text={listTexts.pastEnd.text(lastPage)}
    action={<Button onClick={() => onPage(lastPage)}>{listTexts.pastEnd.goTo(lastPage)}</Button>}
  />
)
