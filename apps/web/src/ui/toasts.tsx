import { Notifications } from '@mantine/notifications'

/** The place where toasts appear, also those that were shown before it was loaded. */
export default function Toasts() {
  return <Notifications position="bottom-center" containerWidth={420} className="toasts" />
}
