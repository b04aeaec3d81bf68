import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { CattleIcon } from './logo.tsx'

export const EmptyState = ({ text, action }: { text: string; action?: ReactNode }) => (
  <div className="empty">
    <CattleIcon stroke={1.2} />
    <p>{text}</p>
    {action}
  </div>
)

interface FailedStateProps {
  text: string
  onRetry: () => void
  /** Whether it is being tried again. The button stays, and with it the focus. */
  isRetrying?: boolean
}

/** A failure, with its likely reason if there is no connection. */
export function FailedState({ text, onRetry, isRetrying = false }: FailedStateProps) {
  const { online } = useNetwork()
  return (
    <div className="empty">
      {/* without the button, whose text changes with each attempt: each change is read out */}
      <div role="alert">
        <p>{text}</p>
        {!online && <p>{uiTexts.notOnDevice}</p>}
      </div>
      <Button variant="default" onClick={() => !isRetrying && onRetry()}>
        {isRetrying ? uiTexts.tryingAgain : uiTexts.tryAgain}
      </Button>
    </div>
  )
}

/** Placeholders of the final size, to avoid layout shifts. */
export const Skeletons = ({ count = 4, height = 120 }: { count?: number; height?: number }) => (
  <output className="stack" aria-label={uiTexts.loading}>
    {Array.from({ length: count }, (_, index) => (
      <div key={String(index)} className="skeleton" style={{ height }} />
    ))}
  </output>
)

interface QueryStateProps {
  query: Pick<UseQueryResult, 'isPending' | 'isFetched' | 'isFetching' | 'isLoadingError' | 'refetch'>
  failureText: string
  /** Number and height of the placeholders. */
  count?: number
  height?: number
}

/** A query that has no data yet: placeholders, or that it failed. What is shown stays if it cannot be refreshed. */
export function QueryState({ query, failureText, ...placeholders }: QueryStateProps) {
  if (!hasAnswered(query)) return <Skeletons {...placeholders} />
  return (
    hasFailed(query) && (
      <FailedState text={failureText} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    )
  )
}

/**
 * Whether a query has answered once, if only with an error. This stays true while it is tried again. Parts that use the
 * same query must not be unmounted then: each time they are mounted, a query that failed is tried again.
 */
export const hasAnswered = ({ isPending, isFetched }: Pick<UseQueryResult, 'isPending' | 'isFetched'>): boolean =>
  !isPending || isFetched

/** Whether a query without data has failed. This stays true while it is tried again, so that the failure stays shown. */
export const hasFailed = ({
  isPending,
  isFetched,
  isLoadingError,
}: Pick<UseQueryResult, 'isPending' | 'isFetched' | 'isLoadingError'>): boolean =>
  isLoadingError || (isPending && isFetched)

/**
 * The query without data until it has been fetched since the component was mounted, for a form that must start with the
 * current state of the server. Afterwards, data stays when it cannot be refreshed.
 */
export function useFetchedAfterMount<T>(query: UseQueryResult<T>) {
  const { data, isFetchedAfterMount: isFetched } = query
  const [hasFreshData, setHasFreshData] = useState(false)
  if (!hasFreshData && query.isSuccess && isFetched) setHasFreshData(true)
  return hasFreshData ? { ...query, data } : { ...query, data: undefined, isPending: true, isFetched }
}

/** Shown while the code of a page loads. */
export const PendingPage = () => (
  <main className="main">
    <Skeletons />
  </main>
)
