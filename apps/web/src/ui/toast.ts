import { notifications } from '@mantine/notifications'
import { constants } from '@chisholm/domain/constants'

/** One line above the footer, announced to screen readers, gone after 4 s. */
export const toast = {
  success: (message: string) => void notifications.show({ message, color: 'pine', autoClose: constants.toastHide }),
  failure: (message: string, autoClose: number = constants.toastHide) =>
    void notifications.show({ message, color: 'red', autoClose }),
}

/** The text of a failure: the server's own words if it gave some, else the one for this action. */
export const wordsOf = (failure: unknown, otherwise: string) =>
  failure instanceof Error && 'status' in failure && failure.message ? failure.message : otherwise
