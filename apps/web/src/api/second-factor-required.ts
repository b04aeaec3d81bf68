import { problemType } from '@chisholm/domain/problem-types'
import { createListeners } from './listeners.ts'

const listeners = createListeners()

/** Notifies the app layout that the server requires a second factor from this user. */
export function notifyIfSecondFactorRequired(type: string | undefined): void {
  if (type === problemType('second-factor-required')) listeners.notify()
}

/** Calls a listener when the server requires a second factor. @returns a function that unsubscribes */
export const onSecondFactorRequired = listeners.subscribe
