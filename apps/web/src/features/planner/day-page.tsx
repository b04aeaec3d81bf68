import './day.css'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { addDays, type Day, isDay } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import { today, useCachedProvider, useZone } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { Page } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { BestOrder } from './best-order.tsx'
import { useDoneStops } from './done-stops.ts'
import { Leg } from './leg.tsx'
import { weekQuery } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import { formatDayHeading, vetIdOf, visitsIn } from './planner-week.ts'
import { canSwap, dayKm, type DayStop, legsOf, openKm, pointOf, stopsOf, swappedTimes } from './stops.ts'
import { StopCard, stopId } from './stop-card.tsx'
import { useBoardVets } from './use-board-vets.ts'
import { VisitClocks } from './visit-clock.tsx'
import { useWithUnsent } from './use-unsent-visits.ts'
import { useReschedule } from './use-reschedule.ts'

const { day: dayTexts } = plannerTexts
const dayHeadingId = 'stops'

/** The stops of one veterinarian on one day, in order. */
export function DayPage() {
  const { date = '' } = useParams({ strict: false })
  const { vet }: { vet?: string } = useSearch({ strict: false })
  const currentUser = useSession()
  const navigate = useNavigate()
  const day = isDay(date) ? date : today()
  const vetId = vet ?? currentUser?.uuid ?? ''
  const heading = formatDayHeading(day, today())
  const query = useQuery(weekQuery(day))
  const goTo = (nextDay: Day, nextVet = vet) =>
    void navigate({ to: `/a/planner/day/${nextDay}`, search: nextVet ? { vet: nextVet } : {} })
  return (
    <Page title={heading} headerTitle={uiTexts.planner} back="/a/planner" ownHeading>
      <h1>{heading}</h1>
      <div className="row between">
        <ActionIcon variant="default" aria-label={dayTexts.before} onClick={() => goTo(addDays(day, -1))}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="sm" onClick={() => goTo(today())}>
          {plannerTexts.today}
        </Button>
        <ActionIcon variant="default" aria-label={dayTexts.after} onClick={() => goTo(addDays(day, 1))}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
      {query.data ? (
        <DayPlan planner={query.data} day={day} vetId={vetId} onVet={(next) => goTo(day, next)} />
      ) : (
        <QueryState query={query} failureText={plannerTexts.failed} height={140} count={3} />
      )}
    </Page>
  )
}

interface DayPlanProps {
  planner: Planner
  day: Day
  vetId: string
  onVet: (vetId: string) => void
}

function DayPlan({ planner: stored, day, vetId, onVet }: DayPlanProps) {
  const planner = useWithUnsent(stored)
  const zone = useZone()
  const base = pointOf(useCachedProvider())
  const vets = useBoardVets(planner)
  const visits = visitsIn(planner, vetId, day, zone)
  const stops = stopsOf(visits, planner.sites)
  const km = dayKm(stops, base)
  const actions = useStopActions(stops, day)
  const over = stops.filter(actions.isOver)
  // Admins are among the veterinarians only if they have visits.
  const isListed = vets.some(({ id }) => id === vetId)
  const others = planner.visits.some((visit) => vetIdOf(visit) !== vetId)
  return (
    <VisitClocks visits={visits}>
      {(others || vets.length > 2) && (
        <SelectField
          searchable
          label={dayTexts.whose}
          placeholder={dayTexts.chooseVet}
          value={isListed ? vetId : null}
          onChange={(next) => next && onVet(next)}
          choices={vets.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {stops.length > 0 && (
        <div>
          <h2 id={dayHeadingId} tabIndex={-1}>
            {dayTexts.stops(stops.length)}
          </h2>
          {km !== null && <p className="hint">{dayTexts.summary(String(Math.round(km)))}</p>}
        </div>
      )}
      {day >= today() && stops.length - over.length > 1 && (
        <BestOrder
          key={`${day} ${vetId}`}
          day={day}
          vetId={vetId}
          visits={planner.visits}
          over={over}
          currentKm={over.length > 0 ? null : openKm(visits, planner.sites, base)}
        />
      )}
      {stops.length === 0 ? (
        <EmptyState text={isListed ? dayTexts.nothing : others ? dayTexts.othersHaveVisits : dayTexts.nothingOfYours} />
      ) : (
        <StopList stops={stops} legs={legsOf(stops, base)} {...actions} />
      )}
    </VisitClocks>
  )
}

/** What can be done about the stops of a day: to tick one off, to undo that, and to swap it with its neighbour. */
function useStopActions(stops: readonly DayStop[], day: Day) {
  const zone = useZone()
  const { reschedule, isPending } = useReschedule()
  const { isDone, mark } = useDoneStops(day)
  const isOver = ({ visits }: DayStop) => isDone(visits[0].id) || visits.every(({ completed_at }) => completed_at)
  const current = stops.find((stop) => !isOver(stop))
  const finish = (stop: DayStop) => {
    mark(stop.visits[0].id, true)
    const next = stops.find((other) => other !== stop && !isOver(other))
    requestAnimationFrame(() => document.getElementById(next ? stopId(next) : dayHeadingId)?.focus())
  }
  /** Undefined where they cannot be swapped. */
  const swap = (one: DayStop | undefined, other: DayStop | undefined) =>
    !isPending && one && other && canSwap(one, other, zone)
      ? () => void reschedule(swappedTimes(one, other))
      : undefined
  return {
    isOver,
    onDone: (stop: DayStop) => (stop === current && day <= today() ? () => finish(stop) : undefined),
    onUndo: ({ visits: [{ id }] }: DayStop) => (isDone(id) ? () => mark(id, false) : undefined),
    swap,
  }
}

interface StopListProps extends ReturnType<typeof useStopActions> {
  stops: readonly DayStop[]
  /** Kilometres to each stop. */
  legs: readonly (number | null)[]
}

const StopList = ({ stops, legs, isOver, onDone, onUndo, swap }: StopListProps) => (
  <ol className="stops">
    {stops.map((stop, index) => (
      <li key={stop.visits[0].id}>
        {index > 0 && <Leg km={legs[index] ?? null} from={stops[index - 1]} to={stop} isOver={isOver(stop)} />}
        <StopCard
          stop={stop}
          isDone={isOver(stop)}
          onDone={onDone(stop)}
          onUndo={onUndo(stop)}
          isLast={stops.every((other) => other === stop || isOver(other))}
          isOnly={stops.length === 1}
          onEarlier={swap(stops[index - 1], stop)}
          onLater={swap(stop, stops[index + 1])}
        />
      </li>
    ))}
  </ol>
)
