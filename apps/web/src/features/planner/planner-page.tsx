import './planner.css'
import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { addDays, type Day } from '@chisholm/domain/dates'
import type { Planner, PostMortemCard } from '@chisholm/domain/schemas'
import { today, useZone } from '../../api/cached-provider.ts'
import { Page } from '../../ui/page.tsx'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { plannerQuery, type VisitPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import {
  daysOfWeek,
  formatWeek,
  formatWholeWeekday,
  mondayOf,
  timestampOfDrop,
  visitsIn,
  zoneOfVisit,
} from './planner-week.ts'
import { useBoardVets, type BoardVet } from './use-board-vets.ts'
import { useUndoableMoves } from './use-undoable-moves.ts'
import { VisitContent } from './visit-card.tsx'
import { VisitDialog } from './visit-dialog.tsx'
import { parseCell, WeekBoard } from './week-board.tsx'
import { UnscheduledList } from './unscheduled-list.tsx'

/** The week of the practice: who visits whom on which day, and what has no date yet. */
export function PlannerPage() {
  const { date }: { date?: Day } = useSearch({ strict: false })
  const navigate = useNavigate()
  const monday = mondayOf(date ?? today())
  const query = useQuery(plannerQuery(monday, addDays(monday, 6)))
  const goTo = (day: Day) => void navigate({ to: '/a/planner', search: { date: day } })
  return (
    <Page title={plannerTexts.title} ownHeading wide>
      <div className="planner-page stack">
        <div className="planner-head">
          <h1>
            <span className="visually-hidden">{plannerTexts.title}: </span>
            {formatWeek(monday)}
          </h1>
          <div className="row">
            <ActionIcon
              variant="default"
              size={44}
              aria-label={plannerTexts.earlierWeek}
              onClick={() => goTo(addDays(monday, -7))}
            >
              <IconChevronLeft size={20} aria-hidden />
            </ActionIcon>
            <Button variant="default" onClick={() => goTo(today())}>
              {plannerTexts.today}
            </Button>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={plannerTexts.laterWeek}
              onClick={() => goTo(addDays(monday, 7))}
            >
              <IconChevronRight size={20} aria-hidden />
            </ActionIcon>
          </div>
        </div>
        {query.data ? (
          <Board planner={query.data} days={daysOfWeek(monday)} />
        ) : query.isError ? (
          <FailedState text={plannerTexts.failed} onRetry={() => void query.refetch()} />
        ) : (
          <Skeletons height={120} count={4} />
        )}
      </div>
    </Page>
  )
}

function Board({ planner, days }: { planner: Planner; days: Day[] }) {
  const practiceZone = useZone()
  const vets = useBoardVets(planner)
  const { move, undo, canUndo } = useUndoableMoves()
  const [openId, setOpenId] = useState<string | null>(null)
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const find = (id: unknown) => [...planner.unscheduled, ...planner.visits].find((visit) => visit.id === id)
  const [open, dragged] = [find(openId), find(draggedId)]

  const drop = ({ active, over }: DragEndEvent) => {
    setDraggedId(null)
    const [visit, cell] = [find(active.id), over && parseCell(String(over.id))]
    const target = cell && vets.find(({ id }) => id === cell.vetId)
    if (!visit || !cell || !target) return
    const others = visitsIn(planner, cell.vetId, cell.day, practiceZone)
    if (others.includes(visit)) return
    const scheduled_at = timestampOfDrop(visit, others, cell.day, practiceZone)
    void move(visit, { scheduled_at, vet: target.person, duration_minutes: visit.duration_minutes })
  }
  const plan = (visit: PostMortemCard) => (next: VisitPlan) => {
    setOpenId(null)
    void move(visit, next)
  }
  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements: announcementsOf(find, vets) }}
      onDragStart={({ active }) => setDraggedId(String(active.id))}
      onDragCancel={() => setDraggedId(null)}
      onDragEnd={drop}
    >
      <div className="row between">
        <p className="hint">{plannerTexts.hint}</p>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          disabled={!canUndo}
          onClick={() => void undo()}
        >
          {plannerTexts.undo}
        </Button>
      </div>
      <div className="planner">
        <UnscheduledList tickets={planner.unscheduled} onOpen={setOpenId} />
        <WeekBoard planner={planner} days={days} vets={vets} onOpen={setOpenId} />
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className="visit overlay">
            <VisitContent visit={dragged} zone={zoneOfVisit(dragged, practiceZone)} />
          </div>
        )}
      </DragOverlay>
      {open && <VisitDialog key={open.id} visit={open} onClose={() => setOpenId(null)} onPlan={plan(open)} />}
    </DndContext>
  )
}

/** What screen readers say while a ticket is dragged. */
function announcementsOf(find: (id: unknown) => PostMortemCard | undefined, vets: readonly BoardVet[]): Announcements {
  const { dragging } = plannerTexts
  const say = (id: unknown) => {
    const cell = parseCell(String(id))
    const vet = vets.find((one) => one.id === cell?.vetId)
    return cell && vet ? dragging.over(vet.name, formatWholeWeekday(cell.day)) : undefined
  }
  return {
    onDragStart: ({ active }) => dragging.start(find(active.id)?.title ?? ''),
    onDragOver: ({ over }) => say(over?.id),
    onDragEnd: ({ over }) => (over ? undefined : dragging.cancelled),
    onDragCancel: () => dragging.cancelled,
  }
}
