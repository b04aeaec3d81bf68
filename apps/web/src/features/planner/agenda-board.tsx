import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Day } from '@chisholm/domain/dates'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { today, useZone } from '../../api/cached-provider.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { BoardCell } from './board-cell.tsx'
import { sameVet } from './drop-target.ts'
import { plannerTexts } from './planner-texts.ts'
import { byTime, dayOfVisit, formatWholeWeekday, isAwayOn, vetIdOf } from './planner-week.ts'
import type { BoardProps } from './week-board.tsx'

/** The current week, and the days until seven from today. */
const maxDaysOfWeek = 13

/**
 * The days of a week or month one below the other, for screens that are too narrow for columns. Days before today are
 * folded away. A month omits days without visits, except today. A dropped visit keeps its veterinarian.
 */
export function AgendaBoard({ planner, shown, days, vets, onOpen }: BoardProps) {
  const zone = useZone()
  const ids = new Set(vets.map(({ id }) => id))
  const visits = shown.visits.filter((visit) => ids.has(vetIdOf(visit)))
  const visitsOn = (day: Day) => visits.filter((visit) => dayOfVisit(visit, zone) === day)
  const current = today()
  const showsToday = days.includes(current)
  const listed = days.filter((day) => days.length <= maxDaysOfWeek || day === current || visitsOn(day).length > 0)
  const earlier = showsToday ? listed.filter((day) => day < current) : []
  const sections = (list: readonly Day[]) =>
    list.map((day) => (
      <AgendaDay
        key={day}
        day={day}
        visits={visitsOn(day).toSorted(byTime)}
        planner={planner}
        vets={vets}
        onOpen={onOpen}
      />
    ))
  return (
    <div className="agenda">
      {earlier.length > 0 && (
        <Disclosure
          className="agenda-earlier"
          title={plannerTexts.agenda.earlier(earlier.flatMap((day) => visitsOn(day)).length)}
        >
          {sections(earlier)}
        </Disclosure>
      )}
      {sections(listed.filter((day) => !earlier.includes(day)))}
      {listed.length === 0 && <p className="hint">{plannerTexts.agenda.nothing}</p>}
    </div>
  )
}

type AgendaDayProps = Pick<BoardProps, 'planner' | 'vets' | 'onOpen'> & { day: Day; visits: PostMortemCard[] }

function AgendaDay({ day, visits, planner, vets, onOpen }: AgendaDayProps) {
  const heading = useId()
  const away = vets.filter(({ id }) => isAwayOn(planner, id, day)).map(({ name }) => name)
  return (
    <section className="agenda-day" aria-labelledby={heading}>
      <BoardCell
        as="div"
        planner={planner}
        target={{ vetId: sameVet, day, time: null }}
        vetName=""
        isAssignable
        isAway={false}
        cards="ticket and vet"
        visits={visits}
        onOpen={onOpen}
      >
        <div className="agenda-head">
          <h2 id={heading} aria-current={day === today() ? 'date' : undefined}>
            <Link to="/a/planner/day/$date" params={{ date: day }}>
              <span>{formatWholeWeekday(day)}</span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </h2>
          {visits.length === 0 && <span className="hint">{plannerTexts.agenda.none}</span>}
        </div>
        {away.length > 0 && <span className="away-label">{plannerTexts.agenda.away(away.join(', '))}</span>}
      </BoardCell>
    </section>
  )
}
