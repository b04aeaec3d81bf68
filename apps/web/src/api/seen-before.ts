import { isCompleteRfid, parseRfid } from '@chisholm/domain/rfid'
import type { Animal, SeenBefore } from '@chisholm/domain/schemas/post-mortems'
import { useEffect, useSyncExternalStore } from 'react'
import type { OutboxEntry } from './outbox-entries.ts'
import { createListeners } from './listeners.ts'

/** Other records with the RFID of a saved animal, about which its author was not asked before saving. */
export interface SeenBeforeReport {
  postMortemId: string
  animalId: string
  /** The animal as it was saved. */
  animal: Pick<Animal, 'tag' | 'rfid'>
  seen: readonly SeenBefore[]
}

let reports: readonly SeenBeforeReport[] = []
/** The post-mortems whose questions are on the screen, which then need no message. */
let onScreen: readonly string[] = []
/** The RFIDs that the user was asked about, with their animals or, if these are on the same ticket, with that ticket. */
const answered = new Set<string>()
const listeners = createListeners()

function setReports(next: readonly SeenBeforeReport[]): void {
  reports = next
  listeners.notify()
}

/** @returns the 15 digits of an RFID; empty if it is incomplete */
export function digitsOf(rfid: string): string {
  const parsed = parseRfid(rfid)
  return parsed.ok && isCompleteRfid(parsed.rfid) ? parsed.rfid : ''
}

/** Equal for RFIDs that the server treats as the same. */
function comparable(rfid: string): string {
  const parsed = parseRfid(rfid)
  return parsed.ok ? parsed.rfid : rfid
}

/** @param id  the animal, or its ticket if the other record is on the same one */
const keyOf = (id: string, rfid: string) => `${id} ${comparable(rfid)}`

/** Questions about RFIDs that are recorded already (decisions.md section 6). */
export const seenBefore = {
  /**
   * Remembers that the user knows of the other records, and saves the animal all the same.
   * @param id  the animal; of a record on the same ticket, that ticket
   */
  markAsked: (id: string, rfid: string): void => void answered.add(keyOf(id, rfid)),

  /**
   * Reads the other records from the response to saved animals.
   * @param entries  the saved changes, in order
   * @returns what the user was not asked about yet, by animal
   */
  readResponse(entries: readonly OutboxEntry[], response: unknown): readonly SeenBeforeReport[] {
    const animals = new Map(
      entries.flatMap((entry): [string, SeenBeforeReport['animal']][] => {
        if ((entry.kind !== 'add animal' && entry.kind !== 'edit animal') || entry.body.rfid === undefined) return []
        return [[entry.animalId, { tag: entry.body.tag || null, rfid: entry.body.rfid }]]
      }),
    )
    const [first] = entries
    if (!first || animals.size === 0) return []
    setReports(reports.filter(({ animalId }) => !animals.has(animalId)))
    const { postMortemId } = first
    const others = Map.groupBy(seenBeforeOf(response), ({ rfid }) => comparable(rfid))
    const found = [...animals].flatMap(([animalId, animal]): SeenBeforeReport[] => {
      const { rfid } = animal
      if (!rfid) return []
      const keyOfRecord = (record: SeenBefore) =>
        keyOf(record.post_mortem_id === postMortemId ? postMortemId : animalId, rfid)
      const seen = (others.get(comparable(rfid)) ?? []).filter((record) => !answered.has(keyOfRecord(record)))
      for (const record of seen) answered.add(keyOfRecord(record))
      return seen.length > 0 ? [{ postMortemId, animalId, animal, seen }] : []
    })
    if (found.length > 0) setReports([...reports, ...found])
    return found
  },

  dismiss: (dismissed: readonly SeenBeforeReport[]): void =>
    setReports(reports.filter((report) => !dismissed.includes(report))),

  /** Called on sign-out. */
  clear(): void {
    answered.clear()
    setReports([])
  },
}

const seenBeforeOf = (response: unknown): readonly SeenBefore[] =>
  typeof response === 'object' && response !== null && 'seen_before' in response && Array.isArray(response.seen_before)
    ? response.seen_before
    : []

/** The open questions about a post-mortem's animals, for the component that shows them. */
export function useSeenBefore(postMortemId: string): readonly SeenBeforeReport[] {
  useEffect(() => {
    onScreen = [...onScreen, postMortemId]
    listeners.notify()
    return () => {
      onScreen = onScreen.toSpliced(onScreen.indexOf(postMortemId), 1)
    }
  }, [postMortemId])
  return useSyncExternalStore(listeners.subscribe, () => reports).filter(
    (report) => report.postMortemId === postMortemId,
  )
}

/** Whether the questions about a post-mortem's animals are on the screen. */
export const useIsAskedOnScreen = (postMortemId: string | undefined): boolean =>
  useSyncExternalStore(listeners.subscribe, () => onScreen).some((id) => id === postMortemId)
