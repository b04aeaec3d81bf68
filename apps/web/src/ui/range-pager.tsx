import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { listTexts } from './list-texts.ts'

interface RangePagerProps {
  /** Accessible name. */
  label: string
  page: number
  lastPage: number
  onPage: (page: number) => void
}

/** A window of page numbers around the current page. */
function numbersAround(page: number, lastPage: number): number[] {
  const count = Math.min(constants.selectionGrid.pageRange, lastPage)
  const first = Math.min(page, lastPage - count + 1)
  return Array.from({ length: count }, (_, index) => first + index)
}

/** Pager with a range of two numbers (specification 9). */
export function RangePager({ label, page, lastPage, onPage }: RangePagerProps) {
  if (lastPage <= 1) return null
  return (
    <nav className="range-pager" aria-label={label}>
      <button type="button" aria-label={listTexts.previousPage} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={22} stroke={1.8} aria-hidden />
      </button>
      {numbersAround(page, lastPage).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={listTexts.pageNumber(number)}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <button
        type="button"
        aria-label={listTexts.nextPage}
        disabled={page >= lastPage}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={22} stroke={1.8} aria-hidden />
      </button>
    </nav>
  )
}
