import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { createElement } from 'react'

const look = { size: 24, stroke: 1.8, 'aria-hidden': true }
const done = { color: 'pine', icon: createElement(IconCircleCheck, look) }
const failed = { color: 'red', className: 'failed', icon: createElement(IconAlertTriangle, look) }

/** An icon and one line above the footer, announced to screen readers, gone after 4 s. */
export const toast = {
  success: (message: string) => void notifications.show({ message, ...done, autoClose: constants.toastHide }),
  /** The same failure told from two places is shown once. */
  failure: (message: string, autoClose: number = constants.toastHide) =>
    void notifications.show({ id: message, message, ...failed, autoClose }),
}

/**
 * The text of a failure: the server's own words where it refused, else the one for this action (specification 7.6).
 * What broke inside the server has no words a person could use; what never reached it adds why.
 */
export function wordsOf(failure: unknown, otherwise: string): string {
  if (!(failure instanceof Error && 'status' in failure && failure.message)) return otherwise
  const status = Number(failure.status)
  if (status === 0 && failure.message !== otherwise) return `${otherwise} ${failure.message}`
  return status >= 400 && status < 500 ? failure.message : otherwise
}
