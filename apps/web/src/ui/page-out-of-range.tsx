import { Button } from '@mantine/core'
import { listTexts } from './list-texts.ts'
import { EmptyState } from './states.tsx'

interface PageOutOfRangeProps {
  lastPage: number
  onPage: (page: number) => void
}

/** Shown for a page number in the URL beyond the last page. */
export const PageOutOfRange = ({ lastPage, onPage }: PageOutOfRangeProps) => (
  <EmptyState
    text={listTexts.pastEnd.text(lastPage)}
    action={<Button onClick={() => onPage(lastPage)}>{listTexts.pastEnd.goTo(lastPage)}</Button>}
  />
)
