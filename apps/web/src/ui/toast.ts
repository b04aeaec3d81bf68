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
 * What broke on the way or inside the server has no words a person could use.
 */
export const wordsOf = (failure: unknown, otherwise: string) =>
  failure instanceof Error && 'status' in failure && Number(failure.status) >= 400 && Number(failure.status) < 500
    ? failure.message || otherwise
    : otherwise
