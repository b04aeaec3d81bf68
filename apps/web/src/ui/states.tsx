import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
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

/** Shown while the code of a page loads. */
export const PendingPage = () => (
  <main className="main">
    <Skeletons />
  </main>
)
