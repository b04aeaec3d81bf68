import { isVet } from '@chisholm/domain/permissions'
import { useEffect } from 'react'
import { type SeenBeforeReport, useIsAskedOnScreen } from '../../api/seen-before.ts'
import { session } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { SeenPostMortems } from './seen-post-mortems.tsx'

/**
 * Asks about saved animals of a post-mortem in a message that stays until it is closed, or until the post-mortem, which
 * asks itself, is on the screen.
 */
export function showSeenBefore(reports: readonly SeenBeforeReport[]): void {
  const id = ['seen-before', ...reports.map(({ animalId }) => animalId)].join(' ')
  toast.warning(id, <SeenBeforeMessage reports={reports} onAsked={() => toast.hide(id)} />)
}

interface SeenBeforeMessageProps {
  reports: readonly SeenBeforeReport[]
  onAsked: () => void
}

function SeenBeforeMessage({ reports, onAsked }: SeenBeforeMessageProps) {
  const currentUser = session.read()
  const isAsked = useIsAskedOnScreen(reports[0]?.postMortemId)
  useEffect(() => {
    if (isAsked) onAsked()
  }, [isAsked, onAsked])
  return (
    <div className="seen-before">
      <SeenPostMortems reports={reports} vetRoute={currentUser !== null && isVet(currentUser)} />
    </div>
  )
}
