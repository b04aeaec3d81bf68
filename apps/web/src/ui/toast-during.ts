import { notifications } from '@mantine/notifications'

/** Work that takes fewer milliseconds shows no message. */
const showAfter = 400

/** Shows a message with a loader until the work ends, if that takes longer than a moment. */
export async function toastDuring<T>(message: string, work: Promise<T>): Promise<T> {
  const style = { color: 'pine', loading: true, autoClose: false, withCloseButton: false } as const
  const timer = setTimeout(() => notifications.show({ ...style, id: message, message }), showAfter)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    notifications.hide(message)
  }
}
