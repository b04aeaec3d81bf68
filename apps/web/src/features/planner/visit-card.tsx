import { useDraggable } from '@dnd-kit/core'
import type { PostMortemCard } from '@chisholm/domain/schemas'
import { ClockPill, clockOfCard } from '../post-mortems/index.ts'
import { formatTimeOfDay, hasTime } from '@chisholm/domain/dates'
import { plannerTexts } from './planner-texts.ts'

interface VisitCardProps {
  visit: PostMortemCard
  /** The time zone of its site. */
  zone: string
  clashes?: boolean
  /** Time and number only. */
  isShort?: boolean
  onOpen: () => void
}

/** A ticket on the board. It can be dragged by mouse or finger, and opened by click or Enter. */
export function VisitCard({ visit, zone, clashes = false, isShort = false, onOpen }: VisitCardProps) {
  const isDone = visit.completed_at !== null
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: visit.id, disabled: isDone })
  return (
    <button
      type="button"
      ref={setNodeRef}
      {...listeners}
      className={['visit', isDragging && 'dragged', clashes && 'clashes', isDone && 'done'].filter(Boolean).join(' ')}
      onClick={onOpen}
    >
      <VisitContent visit={visit} zone={zone} clashes={clashes} isShort={isShort} />
    </button>
  )
}

export function VisitContent({ visit, zone, clashes = false, isShort = false }: Omit<VisitCardProps, 'onOpen'>) {
  const { scheduled_at } = visit
  const time =
    scheduled_at && (hasTime(scheduled_at, zone) ? formatTimeOfDay(scheduled_at, zone) : plannerTexts.dayOnly)
  const heading = (
    <strong>
      {time && <span>{time}</span>} <span>{visit.title}</span>
    </strong>
  )
  if (isShort)
    return (
      <>
        {heading}
        <span className="visually-hidden">
          {visit.customer.name} - {visit.site.name}
        </span>
        {clashes && <span className="clash">{plannerTexts.clash}</span>}
      </>
    )
  return (
    <>
      {heading}
      <span className="visit-where">
        {visit.customer.name} - {visit.site.name}
      </span>
      <span className="visit-foot">
        <span className="hint">{plannerTexts.animals(visit.animals)}</span>
        {visit.status !== 'Completed' && <ClockPill clockAt={clockOfCard(visit, undefined, [])} />}
        {clashes && <span className="clash">{plannerTexts.clash}</span>}
      </span>
    </>
  )
}
