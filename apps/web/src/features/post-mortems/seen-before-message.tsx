import { isVet } from '@chisholm/domain/permissions'
import type { SeenBeforeReport } from '../../api/seen-before.ts'
import { session } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { SeenTickets } from './seen-tickets.tsx'

/** Asks about saved animals in a message that stays until it is closed. */
export function showSeenBefore(reports: readonly SeenBeforeReport[]): void {
  const currentUser = session.read()
  const vetRoute = currentUser !== null && isVet(currentUser)
  toast.warning(
    ['seen-before', ...reports.map(({ animalId }) => animalId)].join(' '),
    <div className="seen-before">
      <SeenTickets reports={reports} vetRoute={vetRoute} />
    </div>,
  )
}
