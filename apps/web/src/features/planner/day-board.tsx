import { useZone } from '../../api/cached-provider.ts'
import { visitTexts } from '../visits/index.ts'
import { BoardCell } from './board-cell.tsx'
import { anyTime } from './drop-target.ts'
import { plannerTexts } from './planner-texts.ts'
import { formatClock, isAwayOn, slotOfVisit, slotsOfDay, visitsIn } from './planner-week.ts'
import type { BoardProps } from './week-board.tsx'

/** Half hours as rows, veterinarians as columns; a dropped visit begins at the time of its row. */
export function DayBoard({ planner, shown, days: [day = ''], vets, onOpen }: BoardProps) {
  const zone = useZone()
  const columns = vets.map((vet) => ({
    vet,
    isAway: isAwayOn(planner, vet.id, day),
    visits: visitsIn(shown, vet.id, day, zone),
  }))
  const slots = slotsOfDay(
    columns.flatMap(({ visits }) => visits),
    zone,
  )
  return (
    <div className="week day">
      {/* with many veterinarians the board scrolls sideways */}
      <table style={{ minWidth: `${5 + 5.7 * columns.length}rem` }}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{visitTexts.time}</span>
            </th>
            {columns.map(({ vet, isAway }) => (
              <th key={vet.id} scope="col">
                {vet.name}
                {isAway && <span className="away-label">{plannerTexts.away}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map((time) => (
            <tr key={time}>
              <th scope="row">{time === anyTime ? plannerTexts.dayOnly : formatClock(time)}</th>
              {columns.map(({ vet, isAway, visits }) => (
                <BoardCell
                  key={vet.id}
                  planner={planner}
                  target={{ vetId: vet.id, day, time }}
                  vetName={vet.name}
                  isAssignable={vet.isAssignable}
                  isAway={isAway}
                  visits={visits.filter((visit) => slotOfVisit(visit, zone) === time)}
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
