import { Link } from '@tanstack/react-router'
import type { Day } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import { today, useZone } from '../../api/cached-provider.ts'
import { BoardCell } from './board-cell.tsx'
import { plannerTexts } from './planner-texts.ts'
import { formatWeekday, formatWholeWeekday, isAwayOn, visitsIn } from './planner-week.ts'
import { scrollToToday } from './scroll-to-today.ts'
import type { BoardVet } from './use-board-vets.ts'

export interface BoardProps {
  /** The unfiltered planner, because absences and clashes are independent of filters. */
  planner: Planner
  /** The visits to show. */
  shown: Pick<Planner, 'visits'>
  days: Day[]
  vets: BoardVet[]
  onOpen: (id: string) => void
}

/** Veterinarians as rows, days as columns. */
export function WeekBoard({ planner, shown, days, vets, onOpen }: BoardProps) {
  const zone = useZone()
  return (
    <div className="week" ref={scrollToToday}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{plannerTexts.vet}</span>
            </th>
            {days.map((day) => (
              <th key={day} scope="col" aria-current={day === today() ? 'date' : undefined}>
                <Link
                  to="/a/planner/day/$date"
                  params={{ date: day }}
                  aria-label={plannerTexts.openDay(formatWeekday(day), formatWholeWeekday(day))}
                >
                  {formatWeekday(day)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {vets.map((vet) => (
            <tr key={vet.id}>
              <th scope="row">{vet.name}</th>
              {days.map((day) => (
                <BoardCell
                  key={day}
                  planner={planner}
                  target={{ vetId: vet.id, day, time: null }}
                  vetName={vet.name}
                  isAssignable={vet.isAssignable}
                  isAway={isAwayOn(planner, vet.id, day)}
                  visits={visitsIn(shown, vet.id, day, zone)}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
