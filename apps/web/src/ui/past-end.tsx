import { Button } from '@mantine/core'
import { uiTexts } from '../ui-texts.ts'
import { EmptyState } from './faces.tsx'

interface PastEndProps {
  lastPage: number
  onPage: (page: number) => void
}

/** For a page number in the URL beyond the last page. */
export const PastEnd = ({ lastPage, onPage }: PastEndProps) => (
  <EmptyState
    text={uiTexts.pastEnd.text(lastPage)}
    action={<Button onClick={() => onPage(lastPage)}>{uiTexts.pastEnd.goTo(lastPage)}</Button>}
  />
)
