import { useDraggable } from '@dnd-kit/core'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { formatTimeOfDay, hasTime } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { useMinute } from '../../ui/use-minute.ts'
import { DangerPill } from '../post-mortems/index.ts'
import { visitTexts } from '../visits/index.ts'
import { plannerTexts } from './planner-texts.ts'
import { isTooLate } from './planner-week.ts'
import { VisitClock } from './visit-clock.tsx'
import { VisitWarning } from './visit-warning.tsx'

/** The details of a card besides time and number. */
export type VisitCardDetail = 'none' | 'ticket' | 'ticket and vet'

interface VisitCardProps {
  visit: PostMortemCard
  /** The time zone of its site. */
  zone: string
  clashes?: boolean
  detail?: VisitCardDetail
  onOpen: () => void
}

/** A ticket on the board. It can be dragged by mouse or finger, and opened by click or Enter. */
export function VisitCard({ visit, zone, clashes = false, detail = 'ticket', onOpen }: VisitCardProps) {
  const isDone = visit.completed_at !== null
  const isLate = isTooLate(visit, zone, useMinute())
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: visit.id, disabled: isDone })
  return (
    <button
      type="button"
      ref={setNodeRef}
      data-visit={visit.id}
      {...listeners}
      className={['visit', isDragging && 'dragged', (clashes || isLate) && 'warned', isDone && 'done']
        .filter(Boolean)
        .join(' ')}
      onClick={onOpen}
    >
      <VisitContent visit={visit} zone={zone} clashes={clashes} detail={detail} />
    </button>
  )
}

/** The card of a visit, wherever it is shown now. */
export const findVisitCard = (id: string): HTMLElement | null =>
  document.querySelector(`[data-visit="${CSS.escape(id)}"]`)

export function VisitContent({ visit, zone, clashes = false, detail = 'ticket' }: Omit<VisitCardProps, 'onOpen'>) {
  const { scheduled_at } = visit
  const isLate = isTooLate(visit, zone, useMinute())
  const time =
    scheduled_at && (hasTime(scheduled_at, zone) ? formatTimeOfDay(scheduled_at, zone) : plannerTexts.dayOnly)
  const where = siteInFull(visit.customer.name, visit.site.name)
  const heading = (
    <strong>
      {time && <span>{time}</span>} <span>{visit.title}</span>{' '}
      {detail === 'none' && (
        <>
          <DangerPill danger={visit.danger} iconOnly /> {isLate && <VisitWarning kind="afterClock" iconOnly />}
        </>
      )}
    </strong>
  )
  if (detail === 'none')
    return (
      <>
        {heading}
        <span className="visually-hidden">{where}</span>
        {clashes && <VisitWarning kind="clash" />}
      </>
    )
  return (
    <>
      {heading}
      <span className="visit-where" title={where}>
        {where}
      </span>
      <span className="visit-footer">
        <span className="hint">{plannerTexts.animals(visit.animals)}</span>
        {detail === 'ticket and vet' && (
          <span className="hint">{visit.scheduled_for ? fullName(visit.scheduled_for) : visitTexts.unassigned}</span>
        )}
        <DangerPill danger={visit.danger} />
        <VisitClock visit={visit} />
        {clashes && <VisitWarning kind="clash" />}
        {isLate && <VisitWarning kind="afterClock" />}
      </span>
    </>
  )
}
