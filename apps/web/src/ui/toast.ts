import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { createElement, type ReactNode } from 'react'

const iconProps = { size: 24, stroke: 1.8, 'aria-hidden': true }
const successStyle = { color: 'pine', icon: createElement(IconCircleCheck, iconProps) }
const warningStyle = { icon: createElement(IconAlertTriangle, { ...iconProps, style: { color: 'var(--ochre)' } }) }
const failureStyle = { color: 'red', className: 'failed', icon: createElement(IconAlertTriangle, iconProps) }

/** The ids of warnings that may still be shown. */
const warnings = new Set<string>()

/** Announced to screen readers; disappears after 4 s. */
export const toast = {
  success: (message: string) => void notifications.show({ message, ...successStyle, autoClose: constants.toastHide }),
  /** Stays until it is closed. The id prevents duplicates. */
  warning(id: string, message: ReactNode): void {
    warnings.add(id)
    notifications.show({ id, message, ...warningStyle, autoClose: false })
  },
  /** Called on sign-out: they are about data of the user. */
  hideWarnings(): void {
    for (const id of warnings) notifications.hide(id)
    warnings.clear()
  },
  hide: (id: string) => void notifications.hide(id),
  /** The id prevents duplicates of the same error. */
  failure: (message: string, autoClose: number = constants.toastHide) =>
    void notifications.show({ id: message, message, ...failureStyle, autoClose }),
}

/**
 * Message for an error: the server's own for 4xx, else the given one (specification 7.6). Network errors add their
 * reason; messages of server errors are of no use to users.
 */
export function errorMessage(failure: unknown, fallback: string): string {
  if (!(failure instanceof Error && 'status' in failure && failure.message)) return fallback
  const status = Number(failure.status)
  if (status < 400 && failure.message !== fallback) return `${fallback} ${failure.message}`
  return status >= 400 && status < 500 ? failure.message : fallback
}

/** Shows a failure as a toast: for `onError` of a mutation. @param fallback  see `errorMessage` */
export const toastFailure = (fallback: string) => (failure: unknown) => toast.failure(errorMessage(failure, fallback))

/**
 * Does what the user asked for, and shows a failure as a toast.
 * @param fallback  see `errorMessage`
 * @returns whether it succeeded
 */
export async function attempt(action: () => Promise<unknown>, fallback: string): Promise<boolean> {
  try {
    await action()
    return true
  } catch (failure) {
    toastFailure(fallback)(failure)
    return false
  }
}
