import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { CattleIcon } from './logo.tsx'

export const EmptyState = ({ text, action }: { text: string; action?: ReactNode }) => (
  <div className="empty">
    <CattleIcon stroke={1.2} />
    <p>{text}</p>
    {action}
  </div>
)

/** A failure, with its likely reason if there is no connection. */
export function FailedState({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { online } = useNetwork()
  return (
    <div className="empty" role="alert">
      <p>{text}</p>
      {!online && <p>{uiTexts.notOnDevice}</p>}
      <Button variant="default" onClick={onRetry}>
        {uiTexts.tryAgain}
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
  query: Pick<UseQueryResult, 'isPending' | 'isLoadingError' | 'refetch'>
  failureText: string
  /** Number and height of the placeholders. */
  count?: number
  height?: number
}

/** A query that has no data yet: placeholders, or that it failed. What is shown stays if it cannot be refreshed. */
export function QueryState({ query, failureText, ...placeholders }: QueryStateProps) {
  if (query.isPending) return <Skeletons {...placeholders} />
  return query.isLoadingError && <FailedState text={failureText} onRetry={() => void query.refetch()} />
}

/**
 * Whether a query has answered once, if only with an error. This stays true while it is tried again. Parts that use the
 * same query must not be unmounted then: each time they are mounted, a query that failed is tried again.
 */
export const hasAnswered = ({ isPending, isFetched }: Pick<UseQueryResult, 'isPending' | 'isFetched'>): boolean =>
  !isPending || isFetched

/** Shown while the code of a page loads. */
export const PendingPage = () => (
  <main className="main">
    <Skeletons />
  </main>
)
