import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { createElement } from 'react'

const look = { size: 24, stroke: 1.8, 'aria-hidden': true }
const done = { color: 'pine', icon: createElement(IconCircleCheck, look) }
const failed = { color: 'red', className: 'failed', icon: createElement(IconAlertTriangle, look) }

/** Announced to screen readers; disappears after 4 s. */
export const toast = {
  success: (message: string) => void notifications.show({ message, ...done, autoClose: constants.toastHide }),
  /** The id prevents duplicates of the same error. */
  failure: (message: string, autoClose: number = constants.toastHide) =>
    void notifications.show({ id: message, message, ...failed, autoClose }),
}

/**
 * Message for an error: the server's own for 4xx, else the given one (specification 7.6). Network errors add their
 * reason; messages of server errors are of no use to users.
 */
export function wordsOf(failure: unknown, otherwise: string): string {
  if (!(failure instanceof Error && 'status' in failure && failure.message)) return otherwise
  const status = Number(failure.status)
  if (status === 0 && failure.message !== otherwise) return `${otherwise} ${failure.message}`
  return status >= 400 && status < 500 ? failure.message : otherwise
}
