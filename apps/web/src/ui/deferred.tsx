import { type ReactNode, useDeferredValue } from 'react'

interface DeferredProps {
  children: ReactNode
  fallback?: ReactNode
  /** Renders with the surrounding page instead, for example so that its scroll position can be restored. */
  immediately?: boolean
}

/** Renders after the surrounding page, at low priority: for content not needed at first sight, or slow to render. */
export const Deferred = ({ children, fallback = null, immediately = false }: DeferredProps) =>
  useDeferredValue(true, immediately) ? children : fallback
