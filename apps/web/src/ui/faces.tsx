import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { HeadOutline } from './mark.tsx'

/** What a list shows when there is nothing, and the action that ends that. */
export const EmptyState = ({ text, action }: { text: string; action?: ReactNode }) => (
  <div className="empty">
    <HeadOutline stroke={1.2} />
    <p>{text}</p>
    {action}
  </div>
)

export const FailedState = ({ text, retry }: { text: string; retry: () => void }) => (
  <div className="empty" role="alert">
    <p>{text}</p>
    <Button variant="default" onClick={retry}>
      {uiTexts.tryAgain}
    </Button>
  </div>
)

/** Shapes of what comes, so that nothing jumps when it does. */
export const Skeletons = ({ count = 4, height = 120 }: { count?: number; height?: number }) => (
  <output className="stack" aria-label="Loading">
    {Array.from({ length: count }, (_, index) => (
      <div key={String(index)} className="skeleton" style={{ height }} />
    ))}
  </output>
)

/** Stands where a page will, while its code is on the way. */
export const PendingPage = () => (
  <main className="main">
    <Skeletons />
  </main>
)
