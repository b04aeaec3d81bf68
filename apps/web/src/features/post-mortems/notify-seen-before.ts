import type { SeenBeforeReport } from '../../api/seen-before.ts'

/** Asks about animals that were sent after their form was left. The code is loaded then, because this is rare. */
export async function notifySeenBefore(reports: readonly SeenBeforeReport[]): Promise<void> {
  const { showSeenBefore } = await import('./seen-before-message.tsx')
  showSeenBefore(reports)
}
