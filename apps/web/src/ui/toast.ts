import { notifications } from '@mantine/notifications'
import { constants } from '@chisholm/domain/constants'

/** One line above the footer, announced to screen readers, gone after 4 s. */
export const toast = {
  success: (message: string) => void notifications.show({ message, color: 'pine', autoClose: constants.toastHide }),
  /** The same failure told from two places is shown once. */
  failure: (message: string, autoClose: number = constants.toastHide) =>
    void notifications.show({ id: message, message, color: 'red', autoClose }),
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
