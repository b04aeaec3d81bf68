import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNotFound } from './is-not-found.ts'
import { QueryState } from './states.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { Page } from './page.tsx'

interface DetailPageProps<T> {
  query: UseQueryResult<T>
  /** Title while loading. */
  title: string
  nameOf: (one: T) => string
  back: string
  failureText: string
  wide?: boolean
  /** Must contain an h1. */
  children: (one: T) => ReactNode
}

/** Page of one record with its loading, error and not-found states. */
export function DetailPage<T>({ query, title, nameOf, back, failureText, wide = false, children }: DetailPageProps<T>) {
  const { data: record, error } = query
  if (isNotFound(error)) return <NotFoundPage />
  return (
    <Page
      title={record === undefined ? title : nameOf(record)}
      back={back}
      ownHeading={record !== undefined}
      wide={wide}
    >
      {record !== undefined ? children(record) : <QueryState query={query} failureText={failureText} />}
    </Page>
  )
}
