import { useState } from 'react'
import type { Day } from '@chisholm/domain/dates'
import { useSession } from '../../api/session.ts'

const key = 'chisholm.done-stops'

/** The stops that one person has ticked off on one day. */
interface DoneStops {
  owner: string
  day: Day
  /** The first visit of each stop. */
  visitIds: string[]
}

function read(owner: string, day: Day): string[] {
  try {
    // cast: only this module writes it
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as DoneStops | null
    return stored?.owner === owner && stored.day === day ? stored.visitIds : []
  } catch {
    return []
  }
}

/** The completed stops of a day, stored on this device, because a ticket may stay open after its visit. */
export function useDoneStops(day: Day) {
  const owner = useSession()?.uuid ?? ''
  const [marked, setMarked] = useState<{ day: Day; visitIds: string[] } | null>(null)
  const visitIds = marked?.day === day ? marked.visitIds : read(owner, day)
  const mark = (visitId: string, isDone: boolean) => {
    const next = isDone ? [...visitIds, visitId] : visitIds.filter((id) => id !== visitId)
    setMarked({ day, visitIds: next })
    try {
      localStorage.setItem(key, JSON.stringify({ owner, day, visitIds: next } satisfies DoneStops))
    } catch {
      // kept in memory as long as the page
    }
  }
  return { isDone: (visitId: string) => visitIds.includes(visitId), mark }
}
