import type { SeenBeforeReport } from '../../api/seen-before.ts'

/** Asks about an animal that was sent after its form was left. The code is loaded then, because this is rare. */
export async function notifySeenBefore(report: SeenBeforeReport): Promise<void> {
  const { showSeenBefore } = await import('./seen-before-message.tsx')
  showSeenBefore(report)
}
