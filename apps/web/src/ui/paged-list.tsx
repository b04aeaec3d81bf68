import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageOutOfRange } from './page-out-of-range.tsx'
import { Pager } from './pager.tsx'
import { QueryState } from './states.tsx'

interface PageOfRows<Row> {
  data: readonly Row[]
  meta: { total: number; last_page: number }
}

interface PagedListProps<Row> {
  query: UseQueryResult<PageOfRows<Row>>
  page: number
  onPage: (page: number) => void
  failureText: string
  /** Shown if the list has no rows at all. */
  empty: ReactNode
  renderRow: (row: Row) => ReactNode
  /** Number and height of the placeholders. */
  count?: number
  height?: number
}

/** A page of a list, in each of its states, and the way to the other pages. */
export function PagedList<Row extends { id: string }>(props: PagedListProps<Row>) {
  const { query, page, onPage, failureText, empty, renderRow, ...placeholders } = props
  if (!query.data) return <QueryState query={query} failureText={failureText} {...placeholders} />
  const { data: rows, meta } = query.data
  if (meta.total === 0) return empty
  if (rows.length === 0) return <PageOutOfRange lastPage={meta.last_page} onPage={onPage} />
  return (
    <>
      <ul className="list">
        {rows.map((row) => (
          <li key={row.id}>{renderRow(row)}</li>
        ))}
      </ul>
      <Pager page={page} lastPage={meta.last_page} onPage={onPage} />
    </>
  )
}
