import { Button } from '@mantine/core'
import { uiTexts } from '../ui-texts.ts'
import { EmptyState } from './faces.tsx'

interface PastEndProps {
  lastPage: number
  onPage: (page: number) => void
}

/** Stands where an address asks for a page after the last one of a list: the way back to where something is. */
export const PastEnd = ({ lastPage, onPage }: PastEndProps) => (
  <EmptyState
    text={uiTexts.pastEnd.text(lastPage)}
    action={<Button onClick={() => onPage(lastPage)}>{uiTexts.pastEnd.goTo(lastPage)}</Button>}
  />
)
