import { type ReactNode, useDeferredValue } from 'react'

interface LaterProps {
  children: ReactNode
  /** What stands there until then. */
  meanwhile?: ReactNode
}

/**
 * Draws once the page around it stands, in pieces between which the phone answers: for what is not needed at first
 * sight, and for what takes long to draw.
 */
export const Later = ({ children, meanwhile = null }: LaterProps) =>
  useDeferredValue(true, false) ? children : meanwhile
