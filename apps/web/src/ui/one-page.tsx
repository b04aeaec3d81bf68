import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isAbsent } from './absent.ts'
import { FailedState, Skeletons } from './faces.tsx'
import { NotFound } from './not-found.tsx'
import { Page } from './page.tsx'

interface OnePageProps<T> {
  query: UseQueryResult<T>
  /** The header until it is known which one it is. */
  title: string
  nameOf: (one: T) => string
  back: string
  failed: string
  /** The page of the one that was found, with an h1. */
  children: (one: T) => ReactNode
}

/** The page of one thing, named after it: while it is read, when it is not there, when it cannot be read. */
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
