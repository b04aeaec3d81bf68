import { useState } from 'react'
import type { Day } from '@chisholm/domain/dates'
import { useSession } from '../../api/session.ts'
import { storeText } from '../../api/store-text.ts'

const key = 'chisholm.done-stops'

/** The stops that one person has ticked off, by day. */
interface DoneStops {
  owner: string
  /** The first visit of each stop. */
  visitIdsByDay: Record<Day, string[]>
}

/** Older days are forgotten. */
const keptDays = 14

function readAll(owner: string): DoneStops['visitIdsByDay'] {
  try {
    // cast: only this module writes it
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<DoneStops> | null
    return (stored?.owner === owner && stored.visitIdsByDay) || {}
  } catch {
    return {}
  }
}

/** The completed stops of a day, stored on this device, because a ticket may stay open after its visit. */
export function useDoneStops(day: Day) {
  const owner = useSession()?.uuid ?? ''
  const [marked, setMarked] = useState<{ day: Day; visitIds: string[] } | null>(null)
  const visitIds = marked?.day === day ? marked.visitIds : (readAll(owner)[day] ?? [])
  const mark = (visitId: string, isDone: boolean) => {
    const next = isDone ? [...visitIds, visitId] : visitIds.filter((id) => id !== visitId)
    setMarked({ day, visitIds: next })
    const all = Object.entries({ ...readAll(owner), [day]: next }).sort(([one], [other]) => (one < other ? -1 : 1))
    const stored: DoneStops = { owner, visitIdsByDay: Object.fromEntries(all.slice(-keptDays)) }
    // On a full device the mark lasts only as long as the page.
    storeText(key, JSON.stringify(stored))
  }
  return { isDone: (visitId: string) => visitIds.includes(visitId), mark }
}
