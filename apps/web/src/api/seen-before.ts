import { parseRfid } from '@chisholm/domain/rfid'
import type { SeenBefore } from '@chisholm/domain/schemas'
import { useSyncExternalStore } from 'react'
import type { OutboxEntry } from './outbox-entries.ts'

/** Other records with the RFID of a saved animal, about which its author was not asked before saving. */
export interface SeenBeforeReport {
  postMortemId: string
  /** Null if a post-mortem was sent with several animals: the server does not say which of them it is. */
  animalId: string | null
  seen: readonly SeenBefore[]
}

let reports: readonly SeenBeforeReport[] = []
/** Animals with the RFIDs that the user was asked about. */
const answered = new Set<string>()
const listeners = new Set<() => void>()

function setReports(next: readonly SeenBeforeReport[]): void {
  reports = next
  for (const listener of listeners) listener()
}

/** @returns the 15 digits of an RFID; empty if it is incomplete */
export function digitsOf(rfid: string): string {
  const parsed = parseRfid(rfid)
  return parsed.ok && /^\d{15}$/.test(parsed.rfid) ? parsed.rfid : ''
}

const keyOf = (animalId: string, rfid: string) => `${animalId} ${digitsOf(rfid)}`

/** Questions about RFIDs that are recorded already (decisions.md section 6). */
export const seenBefore = {
  /** Remembers that the user knows of the other records, and saves the animal all the same. */
  markAsked: (animalId: string, rfid: string): void => void answered.add(keyOf(animalId, rfid)),

  /**
   * Reads the other records from the response to saved animals.
   * @param entries  the saved changes, in order
   * @returns what the user was not asked about yet, or null
   */
  readResponse(entries: readonly OutboxEntry[], response: unknown): SeenBeforeReport | null {
    const rfids = new Map(
      entries.flatMap((entry): [string, string][] =>
        (entry.kind === 'add animal' || entry.kind === 'edit animal') && entry.body.rfid !== undefined
          ? [[entry.animalId, entry.body.rfid ?? '']]
          : [],
      ),
    )
    const [first] = entries
    if (!first || rfids.size === 0) return null
    setReports(reports.filter(({ animalId }) => animalId === null || !rfids.has(animalId)))
    // Those on the same ticket are shown while the number is typed.
    const seen = seenBeforeOf(response).filter(({ post_mortem_id }) => post_mortem_id !== first.ticketId)
    const unasked = [...rfids].filter(([animalId, rfid]) => rfid && !answered.has(keyOf(animalId, rfid)))
    if (seen.length === 0 || unasked.length === 0) return null
    for (const [animalId, rfid] of unasked) seenBefore.markAsked(animalId, rfid)
    const withRfid = [...rfids].filter(([, rfid]) => rfid)
    const report = {
      postMortemId: first.ticketId,
      animalId: withRfid.length === 1 ? (withRfid[0]?.[0] ?? null) : null,
      seen,
    }
    setReports([...reports, report])
    return report
  },

  dismiss: (report: SeenBeforeReport): void => setReports(reports.filter((one) => one !== report)),

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

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open questions about a post-mortem's animals. */
export const useSeenBefore = (postMortemId: string): readonly SeenBeforeReport[] =>
  useSyncExternalStore(subscribe, () => reports).filter((report) => report.postMortemId === postMortemId)
