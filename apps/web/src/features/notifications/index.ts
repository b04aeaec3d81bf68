import { lazyPart } from '../../ui/lazy-part.tsx'

export { Bell } from './bell.tsx'

/** Unsubscribes this browser from pushes, if it is subscribed. */
export const stopPush = async (): Promise<void> => (await import('./push.ts')).stopPush()

/** Subscribes this browser again for its user, if it was subscribed; ends the pushes of another user. */
export async function renewPush(owner: string): Promise<void> {
  if ('serviceWorker' in navigator && 'PushManager' in window) await (await import('./push.ts')).renewPush(owner)
}

// below the profile, so its code is loaded after it
export const PreferencesSection = lazyPart(
  async () => (await import('./preferences-section.tsx')).PreferencesSection,
  909,
)
