import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type Day, dayOf } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { type ReactNode, useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { useAskBeforePast } from '../visits/index.ts'
import { AgendaBoard } from './agenda-board.tsx'
import { DayBoard } from './day-board.tsx'
import { anyTime, type DropTarget, parseTarget, sameVet, scheduledAtOfDrop } from './drop-target.ts'
import { MonthBoard } from './month-board.tsx'
import { type Move, planOf, type VisitPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import { PlannerFilters, type PlannerSearch } from './planner-toolbar.tsx'
import type { PlannerView } from './planner-view.ts'
import { formatClock, formatWholeWeekday, zoneOfVisit } from './planner-week.ts'
import { UnscheduledList } from './unscheduled-list.tsx'
import { type BoardVet, useBoardVets } from './use-board-vets.ts'
import { useFocusOfMovedVisit } from './use-focus-of-moved-visit.ts'
import type { UndoableMoves } from './use-undoable-moves.ts'
import { VisitContent } from './visit-card.tsx'
import { VisitClocks } from './visit-clock.tsx'
import { VisitDialog } from './visit-dialog.tsx'
import { WeekBoard } from './week-board.tsx'
import { uiTexts } from '../../ui-texts.ts'

interface PlannerBoardProps {
  planner: Planner
  view: PlannerView
  days: Day[]
  filters: Pick<PlannerSearch, 'vet' | 'site'>
  moves: UndoableMoves
  onChange: (change: PlannerSearch) => void
}

interface OpenedVisit {
  visit: PostMortemCard
  /** A plan that could not be saved is offered again. */
  typed: VisitPlan
  /** Other tickets of the site that are planned with it. */
  also: string[]
}

const boards = { day: DayBoard, week: WeekBoard, month: MonthBoard }
/** Seven columns do not fit a phone. */
const narrowBoards = { day: DayBoard, week: AgendaBoard, month: AgendaBoard }

/** The tickets to plan, and the board onto which they are dragged. A dialog plans the same without dragging. */
export function PlannerBoard({ planner, view, days, filters, moves, onChange }: PlannerBoardProps) {
  const vets = useBoardVets(planner, filters.vet)
  const { move, undo, canUndo } = moves
  const practiceZone = useZone()
  const { mayScheduleOn, pastDialog } = useAskBeforePast()
  // a copy, because a move may take the visit out of the shown days
  const [opened, setOpened] = useState<OpenedVisit | null>(null)
  const open = (id: string) => {
    const visit = findVisit(planner, id)
    if (visit) setOpened({ visit, typed: planOf(visit), also: [] })
  }

  /** Plans a visit, and perhaps others of its site after it. @returns those that failed */
  const plan = async (next: Move[]): Promise<Move[]> => {
    setOpened(null)
    const failed = await move(next)
    const [first, ...others] = failed
    const also = others.map(({ visit }) => visit.id)
    if (first) setOpened((current) => current ?? { visit: first.visit, typed: first.plan, also })
    return failed
  }
  const planDropped = async (next: Move) => {
    const { visit, plan: dropped } = next
    const zone = zoneOfVisit(visit, practiceZone)
    if (dropped.scheduled_at && (await mayScheduleOn(dayOf(dropped.scheduled_at, zone), zone))) await plan([next])
  }
  const isShown = ({ site }: PostMortemCard) => !filters.site || site.id === filters.site
  const shownVets = vets.filter(({ id }) => !filters.vet || id === filters.vet)
  const focusProps = useFocusOfMovedVisit()
  const Days = (useIsWide() ? boards : narrowBoards)[view]
  return (
    <VisitClocks visits={[...planner.unscheduled, ...planner.visits]}>
      <DragArea planner={planner} vets={vets} onPlan={(next) => void planDropped(next)}>
        <div className="planner-tools">
          <PlannerFilters planner={planner} vets={vets} filters={filters} onChange={onChange} />
          <p className="hint">{plannerTexts.hint}</p>
          <Button
            className="planner-undo"
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            // it keeps the focus, which a disabled button loses
            aria-disabled={!canUndo}
            data-disabled={!canUndo}
            onClick={() => canUndo && void undo()}
          >
            {uiTexts.undo}
          </Button>
        </div>
        <div className="planner" {...focusProps}>
          <UnscheduledList
            tickets={planner.unscheduled.filter(isShown)}
            omitted={planner.unscheduled_total - planner.unscheduled.length}
            onOpen={open}
          />
          <Days
            // other days are another board, which scrolls to today
            key={days[0]}
            planner={planner}
            shown={{ visits: planner.visits.filter(isShown) }}
            days={days}
            vets={shownVets}
            onOpen={open}
          />
        </div>
        {opened && (
          <VisitDialog
            key={opened.visit.id}
            {...opened}
            planner={planner}
            onClose={() => setOpened(null)}
            onPlan={plan}
          />
        )}
        {pastDialog}
      </DragArea>
    </VisitClocks>
  )
}

const findVisit = (planner: Planner, id: unknown) =>
  [...planner.unscheduled, ...planner.visits].find((visit) => visit.id === id)

interface DragAreaProps {
  planner: Planner
  vets: readonly BoardVet[]
  onPlan: (move: Move) => void
  children: ReactNode
}

/** Lets tickets be dragged to a veterinarian and a time. */
function DragArea({ planner, vets, onPlan, children }: DragAreaProps) {
  const practiceZone = useZone()
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const dragged = findVisit(planner, draggedId)
  const drop = ({ active, over }: DragEndEvent) => {
    setDraggedId(null)
    const visit = findVisit(planner, active.id)
    const target = over && parseTarget(String(over.id))
    if (!visit || !target) return
    const scheduled_at = scheduledAtOfDrop(visit, target, planner, practiceZone)
    if (!scheduled_at) return
    const plan = { scheduled_at, vet: vetOfDrop(visit, target, vets), duration_minutes: visit.duration_minutes }
    onPlan({ visit, plan })
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{ announcements: announcementsOf(planner, vets) }}
      onDragStart={({ active }) => setDraggedId(String(active.id))}
      onDragCancel={() => setDraggedId(null)}
      onDragEnd={drop}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className="visit overlay">
            <VisitContent visit={dragged} zone={zoneOfVisit(dragged, practiceZone)} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

const vetOfDrop = (visit: PostMortemCard, { vetId }: DropTarget, vets: readonly BoardVet[]) =>
  vetId === sameVet ? visit.scheduled_for : (vets.find(({ id }) => id === vetId)?.person ?? null)

/** Screen reader announcements while a ticket is dragged. */
function announcementsOf(planner: Planner, vets: readonly BoardVet[]): Announcements {
  const { dragging } = plannerTexts
  const describeTarget = (id: unknown) => {
    const target = parseTarget(String(id))
    if (!target) return undefined
    const name = vets.find((one) => one.id === target.vetId)?.name ?? ''
    const time = target.time && target.time !== anyTime && formatClock(target.time)
    return dragging.over([name, formatWholeWeekday(target.day), time].filter(Boolean).join(', '))
  }
  return {
    onDragStart: ({ active }) => dragging.start(findVisit(planner, active.id)?.title ?? ''),
    onDragOver: ({ over }) => describeTarget(over?.id),
    onDragEnd: ({ over }) => (over ? undefined : dragging.cancelled),
    onDragCancel: () => dragging.cancelled,
  }
}
