import { isVet } from '@chisholm/domain/permissions'
import type { SeenBeforeReport } from '../../api/seen-before.ts'
import { session } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { SeenTickets } from './seen-tickets.tsx'

/** Asks about a saved animal in a message that stays until it is closed. */
export function showSeenBefore(report: SeenBeforeReport): void {
  const currentUser = session.read()
  const vetRoute = currentUser !== null && isVet(currentUser)
  toast.warning(
    report.animalId ?? report.postMortemId,
    <div className="seen-before">
      <SeenTickets report={report} name={null} vetRoute={vetRoute} />
    </div>,
  )
}
