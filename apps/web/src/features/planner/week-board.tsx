import { useDroppable } from '@dnd-kit/core'
import { Link } from '@tanstack/react-router'
import type { Day } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas'
import { today, useZone } from '../../api/cached-provider.ts'
import { plannerTexts } from './planner-texts.ts'
import { formatWeekday, formatWholeWeekday, visitsIn, zoneOfVisit } from './planner-week.ts'
import type { BoardVet } from './use-board-vets.ts'
import { VisitCard } from './visit-card.tsx'

/** The id of a cell, onto which visits are dropped. */
const cellId = (vetId: string, day: Day) => `${vetId} ${day}`

export function parseCell(id: string): { vetId: string; day: Day } | null {
  const [vetId, day] = id.split(' ')
  return vetId && day ? { vetId, day } : null
}

interface WeekBoardProps {
  planner: Planner
  days: Day[]
  vets: BoardVet[]
  onOpen: (id: string) => void
}

/** Veterinarians as rows, days as columns. */
export function WeekBoard({ planner, days, vets, onOpen }: WeekBoardProps) {
  return (
    <div className="week">
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
                  aria-label={plannerTexts.openDay(formatWholeWeekday(day))}
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
                <Cell key={day} planner={planner} vet={vet} day={day} onOpen={onOpen} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({
  planner,
  vet,
  day,
  onOpen,
}: {
  planner: Planner
  vet: BoardVet
  day: Day
  onOpen: (id: string) => void
}) {
  const zone = useZone()
  const { setNodeRef, isOver } = useDroppable({ id: cellId(vet.id, day), disabled: !vet.isAssignable })
  const isAway = planner.absences.some(({ user_id, from, to }) => user_id === vet.id && from <= day && day <= to)
  const clashing = new Set(planner.clashes.flatMap(({ post_mortem_ids }) => post_mortem_ids))
  return (
    <td ref={setNodeRef} className={[isOver && 'over', isAway && 'away'].filter(Boolean).join(' ')}>
      {isAway && <span className="away-label">{plannerTexts.away}</span>}
      {visitsIn(planner, vet.id, day, zone).map((visit) => (
        <VisitCard
          key={visit.id}
          visit={visit}
          zone={zoneOfVisit(visit, zone)}
          clashes={clashing.has(visit.id)}
          onOpen={() => onOpen(visit.id)}
        />
      ))}
    </td>
  )
}
