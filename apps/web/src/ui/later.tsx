import { type ReactNode, useDeferredValue } from 'react'

interface LaterProps {
  children: ReactNode
  meanwhile?: ReactNode
}

/** Renders after the surrounding page, at low priority: for content not needed at first sight, or slow to render. */
export const Later = ({ children, meanwhile = null }: LaterProps) =>
  useDeferredValue(true, false) ? children : meanwhile
