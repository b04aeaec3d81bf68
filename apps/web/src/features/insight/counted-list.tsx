import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ListResponse } from '@chisholm/domain/schemas/envelopes'
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'

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
  return (
    <Page title={title} back ownHeading>
      <h1>{query.data ? countText(query.data.meta.total) : title}</h1>
      <p className="hint">
        {about.map((line) => (
          <span key={line} className="line">
            {line}
          </span>
        ))}
      </p>
      {children}
      <PagedList
        query={query}
        page={page}
        onPage={goTo}
        failureText={failureText}
        empty={<EmptyState text={noneText} />}
        renderRow={renderRow}
        height={80}
      />
    </Page>
  )
}
