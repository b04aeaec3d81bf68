import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isAbsent } from './absent.ts'
import { FailedState, Skeletons } from './faces.tsx'
import { NotFound } from './not-found.tsx'
import { Page } from './page.tsx'

interface OnePageProps<T> {
  query: UseQueryResult<T>
  /** Title while loading. */
  title: string
  nameOf: (one: T) => string
  back: string
  failed: string
  /** Must contain an h1. */
  children: (one: T) => ReactNode
}

/** Page of one record with its loading, error and not-found states. */
export function OnePage<T>({ query, title, nameOf, back, failed, children }: OnePageProps<T>) {
  const { data: one, error, refetch } = query
  if (isAbsent(error)) return <NotFound />
  return (
    <Page title={one === undefined ? title : nameOf(one)} back={back} ownHeading={one !== undefined}>
      {one !== undefined ? (
        children(one)
      ) : error ? (
        <FailedState text={failed} retry={() => void refetch()} />
      ) : (
        <Skeletons />
      )}
    </Page>
  )
}
