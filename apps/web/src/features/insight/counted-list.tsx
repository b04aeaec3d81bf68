import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ListResponse } from '@chisholm/domain/schemas'
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { PageOutOfRange } from '../../ui/page-out-of-range.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'

interface CountedListProps<T> {
  query: UseQueryResult<ListResponse<T>>
  /** Title of the page while loading. */
  title: string
  /** The heading, from the number of rows. */
  countText: (count: number) => string
  /** Period and filters. */
  about: readonly string[]
  page: number
  noneText: string
  failureText: string
  renderRow: (row: T) => ReactNode
  /** Rendered between heading and list. */
  children?: ReactNode
}

/** Page of what a figure of insight counts. */
export function CountedList<T extends { id: string }>(props: CountedListProps<T>) {
  const { query, title, countText, about, page, noneText, failureText, renderRow, children } = props
  const navigate = useNavigate()
  const goTo = (next: number) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, page: next > 1 ? next : undefined }) })
  const { data, meta } = query.data ?? { data: [], meta: null }
  return (
    <Page title={title} back ownHeading>
      <h1>{meta ? countText(meta.total) : title}</h1>
      <p className="hint">
        {about.map((line) => (
          <span key={line} className="line">
            {line}
          </span>
        ))}
      </p>
      {children}
      <QueryState query={query} failureText={failureText} height={80} count={4} />
      {meta?.total === 0 && <EmptyState text={noneText} />}
      {meta && meta.total > 0 && data.length === 0 && <PageOutOfRange lastPage={meta.last_page} onPage={goTo} />}
      <ul className="list">
        {data.map((row) => (
          <li key={row.id}>{renderRow(row)}</li>
        ))}
      </ul>
      {data.length > 0 && <Pager page={page} lastPage={meta?.last_page ?? 1} onPage={goTo} />}
    </Page>
  )
}
