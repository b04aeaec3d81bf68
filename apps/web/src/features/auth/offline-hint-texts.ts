import { plural } from '@chisholm/domain/plural'

/** Loaded only offline or after a session has expired, to keep the sign-in page small. */
export const offlineHintTexts = {
  text: (days: number) =>
    `No connection. Signing in needs a connection. Once you have signed in, Chisholm opens on this device without one, for up to ${plural(days, '1 day', `${days} days`)} after it last reached the server.`,
  unsent: (count: number) =>
    plural(
      count,
      '1 change that was not sent is still on this device. It goes out when the person who made it signs in again.',
      `${count} changes that were not sent are still on this device. They go out when the person who made them signs in again.`,
    ),
  photos: (count: number) =>
    plural(
      count,
      '1 photo that the server does not have is still on this device, for the person who took it.',
      `${count} photos that the server does not have are still on this device, for the person who took them.`,
    ),
} as const
