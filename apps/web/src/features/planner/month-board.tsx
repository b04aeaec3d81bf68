import { Link } from '@tanstack/react-router'
import type { Day } from '@chisholm/domain/dates'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { today, useZone } from '../../api/cached-provider.ts'
import { dangerLabels, DangerPill } from '../post-mortems/index.ts'
import { BoardCell } from './board-cell.tsx'
import { sameVet } from './drop-target.ts'
import { plannerTexts } from './planner-texts.ts'
import { dayOfVisit, formatWeekday, formatWholeWeekday, vetIdOf } from './planner-week.ts'
import { scrollToToday } from './scroll-to-today.ts'
import type { BoardProps } from './week-board.tsx'

const maxVisitsPerDay = 3

/** The weeks of a month. A visit dropped on a day keeps its veterinarian. */
export function MonthBoard({ planner, shown, days, vets, onOpen }: BoardProps) {
  const zone = useZone()
  const ids = new Set(vets.map(({ id }) => id))
  const visits = shown.visits.filter((visit) => ids.has(vetIdOf(visit)))
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <div className="week month" ref={scrollToToday}>
      <table>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col">
                {formatWeekday(day).split(' ')[0]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const ofDay = visits.filter((visit) => dayOfVisit(visit, zone) === day)
                return (
                  <BoardCell
                    key={day}
                    planner={planner}
                    target={{ vetId: sameVet, day, time: null }}
                    vetName=""
                    isAssignable
                    isAway={false}
                    cards="none"
                    visits={ofDay.slice(0, maxVisitsPerDay)}
                    onOpen={onOpen}
                  >
                    <DayLink day={day} hidden={ofDay.slice(maxVisitsPerDay)} />
                  </BoardCell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Links to the board of a day, and shows the number of its hidden visits and their danger. */
function DayLink({ day, hidden }: { day: Day; hidden: readonly PostMortemCard[] }) {
  const more = hidden.length > 0 && plannerTexts.more(hidden.length)
  const danger = (['stop', 'call'] as const).find((level) => hidden.some((visit) => visit.danger === level)) ?? null
  return (
    <Link
      className="month-day"
      to="/a/planner"
      search={(before: object) => ({ ...before, date: day, view: 'day' })}
      aria-label={plannerTexts.openDay(
        [Number(day.slice(8)), more, danger && dangerLabels[danger]].filter(Boolean).join(' '),
        formatWholeWeekday(day),
      )}
      aria-current={day === today() ? 'date' : undefined}
    >
      <span>{Number(day.slice(8))}</span>{' '}
      {more && (
        <span className="hint">
          {more} <DangerPill danger={danger} iconOnly />
        </span>
      )}
    </Link>
  )
}
