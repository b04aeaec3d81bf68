import { useDroppable } from '@dnd-kit/core'
import { fullName } from '@chisholm/domain/full-name'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import type { ReactNode } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { nobody } from '../../ui/nobody.ts'
import { type DropTarget, formatDrop, formatTarget, scheduledAtOfDrop, sameVet, warningsOfPlan } from './drop-target.ts'
import { plannerTexts } from './planner-texts.ts'
import { zoneOfVisit } from './planner-week.ts'
import { VisitCard, type VisitCardDetail } from './visit-card.tsx'

interface BoardCellProps {
  planner: Planner
  target: DropTarget
  vetName: string
  /** Whether the user may assign visits to this veterinarian. */
  isAssignable: boolean
  visits: readonly PostMortemCard[]
  isAway: boolean
  onOpen: (id: string) => void
  /** `td` by default. */
  as?: 'td' | 'div'
  /** The details of the visits' cards besides time and number. */
  cards?: VisitCardDetail
  children?: ReactNode
}

/** A cell with visits. While a visit is dragged over it, it shows its start time and any warnings. */
export function BoardCell({
  planner,
  target,
  isAssignable,
  isAway,
  visits,
  onOpen,
  as: Element = 'td',
  cards = 'ticket',
  children,
  vetName,
}: BoardCellProps) {
  const zone = useZone()
  const { setNodeRef, isOver, active } = useDroppable({ id: formatTarget(target), disabled: !isAssignable })
  const clashing = new Set(planner.clashes.flatMap(({ post_mortem_ids }) => post_mortem_ids))
  const dragged = isOver ? [...planner.unscheduled, ...planner.visits].find(({ id }) => id === active?.id) : undefined
  return (
    <Element ref={setNodeRef} className={['board-cell', isOver && 'over', isAway && 'away'].filter(Boolean).join(' ')}>
      {children}
      {isAway && target.time === null && <span className="away-label">{plannerTexts.away}</span>}
      {visits.map((visit) => (
        <VisitCard
          key={visit.id}
          visit={visit}
          zone={zoneOfVisit(visit, zone)}
          clashes={clashing.has(visit.id)}
          detail={cards}
          onOpen={() => onOpen(visit.id)}
        />
      ))}
      {dragged && <DropPreview visit={dragged} target={target} vetName={vetName} planner={planner} />}
    </Element>
  )
}

interface DropPreviewProps {
  visit: PostMortemCard
  target: DropTarget
  vetName: string
  planner: Planner
}

function DropPreview({ visit, target, vetName, planner }: DropPreviewProps) {
  const zone = useZone()
  const scheduled_at = scheduledAtOfDrop(visit, target, planner, zone)
  if (!scheduled_at) return null
  const person = visit.scheduled_for
  const vet =
    target.vetId === sameVet
      ? { vetId: person?.id ?? nobody, vetName: person ? fullName(person) : '' }
      : { vetId: target.vetId, vetName }
  const plan = { ...vet, scheduled_at, duration_minutes: visit.duration_minutes }
  return (
    <div className="drop-preview">
      <b>{formatDrop(visit, scheduled_at, zone)}</b>
      {warningsOfPlan(visit, plan, planner, zone).map((warning) => (
        <span key={warning}>{warning}</span>
      ))}
    </div>
  )
}
