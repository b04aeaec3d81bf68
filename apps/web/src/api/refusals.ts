import { problemType } from '@chisholm/domain/problem-types'

const listeners = new Set<() => void>()

/** Tells the frame when a request was refused because this person has to set up a second factor first. */
export function noteRefusal(type: string | undefined): void {
  if (type === problemType('second-factor-required')) for (const listener of listeners) listener()
}

/** @returns what stops listening */
export function onSecondFactorRequired(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
