import { Button } from '@mantine/core'
import { listTexts } from './list-texts.ts'
import { uiTexts } from '../ui-texts.ts'

export function Pager({ page, lastPage, onPage }: { page: number; lastPage: number; onPage: (page: number) => void }) {
  if (lastPage <= 1) return null
  return (
    <nav className="row between" aria-label={listTexts.pages}>
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {listTexts.previous}
      </Button>
      <span>{listTexts.pageOf(page, lastPage)}</span>
      <Button variant="default" disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
        {uiTexts.next}
      </Button>
    </nav>
  )
}
