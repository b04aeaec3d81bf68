/** Refusals that lead to another screen, whichever request met them. */
const secondFactorRequired = 'urn:chisholm:second-factor-required'
/** The sign-in is too old for this; the password given again makes it recent. */
export const recentSignInRequired = 'urn:chisholm:recent-sign-in-required'

const listeners = new Set<() => void>()

/** Tells the frame when a request was refused because this person has to set up a second factor first. */
export function noteRefusal(type: string | undefined): void {
  if (type === secondFactorRequired) for (const listener of listeners) listener()
}

/** @returns what stops listening */
export function onSecondFactorRequired(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
