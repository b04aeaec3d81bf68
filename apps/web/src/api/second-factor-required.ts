import { problemType } from '@chisholm/domain/problem-types'

const listeners = new Set<() => void>()

/** Notifies the app layout that the server requires a second factor from this user. */
export function notifyIfSecondFactorRequired(type: string | undefined): void {
  if (type === problemType('second-factor-required')) for (const listener of listeners) listener()
}

/** @returns a function that unsubscribes */
export function onSecondFactorRequired(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
