import { type ReactNode, useDeferredValue } from 'react'

interface DeferredProps {
  children: ReactNode
  fallback?: ReactNode
}

/** Renders after the surrounding page, at low priority: for content not needed at first sight, or slow to render. */
export const Deferred = ({ children, fallback = null }: DeferredProps) =>
  useDeferredValue(true, false) ? children : fallback
