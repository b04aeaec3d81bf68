import { type ReactNode, startTransition, useEffect, useState } from 'react'

interface DeferredProps {
  children: ReactNode
  fallback?: ReactNode
  /** Renders with the surrounding page instead, for example so that its scroll position can be restored. */
  immediately?: boolean
}

/**
 * Renders after the surrounding content, at low priority: for content not needed at first sight, or slow to render. One
 * inside another renders after it, which `useDeferredValue` would not do.
 */
export function Deferred({ children, fallback = null, immediately = false }: DeferredProps) {
  const [isShown, setShown] = useState(immediately)
  useEffect(() => startTransition(() => setShown(true)), [])
  return isShown ? children : fallback
}
