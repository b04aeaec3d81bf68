import './planner.css'
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
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type Day, dayOf, type Zone } from '@chisholm/domain/dates'
import { vetRoles } from '@chisholm/domain/permissions'
import type { Planner, PostMortemCard } from '@chisholm/domain/schemas'
import { serverNow } from '../../api/server-clock.ts'
import { today, useZone } from '../../api/cached-provider.ts'
import { Page } from '../../ui/page.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { vetsQuery } from '../users/index.ts'
import { AgendaBoard } from './agenda-board.tsx'
import { DayBoard } from './day-board.tsx'
import { anyTime, scheduledAtOfDrop, parseTarget, sameVet } from './drop-target.ts'
import { MonthBoard } from './month-board.tsx'
import { plannerQuery, type VisitPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import { PlannerFilters, type PlannerSearch, PlannerToolbar } from './planner-toolbar.tsx'
import { daysOfView, type PlannerView } from './planner-view.ts'
import { formatClock, formatWholeWeekday, zoneOfVisit } from './planner-week.ts'
import { scrollToToday } from './scroll-to-today.ts'
import { useBoardVets, type BoardVet } from './use-board-vets.ts'
import { useUndoableMoves } from './use-undoable-moves.ts'
import { VisitContent } from './visit-card.tsx'
import { VisitClocks } from './visit-clock.tsx'
import { VisitDialog } from './visit-dialog.tsx'
import { WeekBoard } from './week-board.tsx'
import { UnscheduledList } from './unscheduled-list.tsx'

/** The planner of the practice: visits by veterinarian and day, and tickets without a date. */
export function PlannerPage() {
  const { date, view = 'week', ...filters }: PlannerSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const day = date ?? today()
  const days = daysOfView(view, day)
  const query = useQuery(plannerQuery(days[0] ?? day, days.at(-1) ?? day))
  // without the names of all veterinarians, their rows would move when these arrive
  const vets = useQuery(vetsQuery(vetRoles))
  const change = (search: PlannerSearch) =>
    void navigate({
      to: '/a/planner',
      search: (before: object) => ({ ...before, ...search }),
      replace: true,
      // the board stays where it was scrolled to
      resetScroll: false,
    })
  const page = useRef<HTMLDivElement>(null)
  const showToday = () => {
    change({ date: today() })
    scrollToToday(page.current?.querySelector<HTMLElement>('.week') ?? null)
  }
  return (
    <Page title={plannerTexts.title} ownHeading wide>
      <div className="planner-page stack" ref={page}>
        <PlannerToolbar view={view} day={day} onChange={change} onToday={showToday} />
        {query.data && !vets.isPending ? (
          <Board planner={query.data} view={view} days={days} filters={filters} onChange={change} />
        ) : query.isError ? (
          <FailedState text={plannerTexts.failed} onRetry={() => void query.refetch()} />
        ) : (
          <Skeletons height={120} count={4} />
        )}
      </div>
    </Page>
  )
}

interface PlannerBoardProps {
  planner: Planner
  view: PlannerView
  days: Day[]
  filters: Pick<PlannerSearch, 'vet' | 'site'>
  onChange: (change: PlannerSearch) => void
}

const boards = { day: DayBoard, week: WeekBoard, month: MonthBoard }
/** Seven columns do not fit a phone. */
const narrowBoards = { day: DayBoard, week: AgendaBoard, month: AgendaBoard }

function Board({ planner, view, days, filters, onChange }: PlannerBoardProps) {
  const practiceZone = useZone()
  const vets = useBoardVets(planner)
  const { move, undo, canUndo } = useUndoableMoves()
  const { ask, dialog } = useConfirm()
  const [openId, setOpenId] = useState<string | null>(null)
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const find = (id: unknown) => [...planner.unscheduled, ...planner.visits].find((visit) => visit.id === id)
  const [open, dragged] = [find(openId), find(draggedId)]

  const plan = async (visit: PostMortemCard, next: VisitPlan) => {
    if (isPast(visit, next, practiceZone) && !(await ask(pastQuestion))) return
    setOpenId(null)
    await move(visit, next)
  }
  const drop = ({ active, over }: DragEndEvent) => {
    setDraggedId(null)
    const [visit, target] = [find(active.id), over && parseTarget(String(over.id))]
    if (!visit || !target) return
    const vet = vets.find(({ id }) => id === target.vetId)?.person ?? null
    const scheduled_at = scheduledAtOfDrop(visit, target, planner, practiceZone)
    if (!scheduled_at) return
    const person = target.vetId === sameVet ? visit.scheduled_for : vet
    void plan(visit, { scheduled_at, vet: person, duration_minutes: visit.duration_minutes })
  }
  const isShown = ({ site }: PostMortemCard) => !filters.site || site.id === filters.site
  const shownVets = vets.filter(({ id }) => !filters.vet || id === filters.vet)
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const Days = (isNarrow ? narrowBoards : boards)[view]
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{ announcements: announcementsOf(find, vets) }}
      onDragStart={({ active }) => setDraggedId(String(active.id))}
      onDragCancel={() => setDraggedId(null)}
      onDragEnd={drop}
    >
      <div className="planner-tools">
        <PlannerFilters planner={planner} vets={vets} filters={filters} onChange={onChange} />
        <p className="hint">{plannerTexts.hint}</p>
        <Button
          className="planner-undo"
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          disabled={!canUndo}
          onClick={() => void undo()}
        >
          {plannerTexts.undo}
        </Button>
      </div>
      <VisitClocks visits={[...planner.unscheduled, ...planner.visits]}>
        <div className="planner">
          <UnscheduledList tickets={planner.unscheduled.filter(isShown)} onOpen={setOpenId} />
          <Days
            // other days are another board, which scrolls to today
            key={days[0]}
            planner={planner}
            shown={{ visits: planner.visits.filter(isShown) }}
            days={days}
            vets={shownVets}
            onOpen={setOpenId}
          />
        </div>
        <DragOverlay dropAnimation={null}>
          {dragged && (
            <div className="visit overlay">
              <VisitContent visit={dragged} zone={zoneOfVisit(dragged, practiceZone)} />
            </div>
          )}
        </DragOverlay>
      </VisitClocks>
      {open && (
        <VisitDialog
          key={open.id}
          visit={open}
          planner={planner}
          onClose={() => setOpenId(null)}
          onPlan={(next) => plan(open, next)}
        />
      )}
      {dialog}
    </DndContext>
  )
}

const { title, yes: confirmLabel, no: cancelLabel } = plannerTexts.past
const pastQuestion = { title, confirmLabel, cancelLabel }

/** Whether the day of a plan has passed at its site. */
const isPast = (visit: PostMortemCard, { scheduled_at }: VisitPlan, practiceZone: Zone): boolean => {
  const zone = zoneOfVisit(visit, practiceZone)
  return scheduled_at !== null && dayOf(scheduled_at, zone) < dayOf(serverNow(), zone)
}

/** Screen reader announcements while a ticket is dragged. */
function announcementsOf(find: (id: unknown) => PostMortemCard | undefined, vets: readonly BoardVet[]): Announcements {
  const { dragging } = plannerTexts
  const say = (id: unknown) => {
    const cell = parseTarget(String(id))
    if (!cell) return undefined
    const name = vets.find((one) => one.id === cell.vetId)?.name ?? ''
    const when = [formatWholeWeekday(cell.day), cell.time && cell.time !== anyTime && formatClock(cell.time)]
    return dragging.over([name, ...when].filter(Boolean).join(', '))
  }
  return {
    onDragStart: ({ active }) => dragging.start(find(active.id)?.title ?? ''),
    onDragOver: ({ over }) => say(over?.id),
    onDragEnd: ({ over }) => (over ? undefined : dragging.cancelled),
    onDragCancel: () => dragging.cancelled,
  }
}
