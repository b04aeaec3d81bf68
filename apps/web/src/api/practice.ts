import { useSyncExternalStore } from 'react'
import { constants } from '@chisholm/domain/constants'
import { type Day, dayOf, learnOffsets, type Zone } from '@chisholm/domain/dates'
import type { ProviderAnswer } from '@chisholm/domain/shapes'

/** The practice as this browser was told of it last: its zone is needed before the first date, also without a connection. */
const key = 'chisholm.practice'
const listeners = new Set<() => void>()
let current: ProviderAnswer | null = null

function parsed(stored: string | null): ProviderAnswer | null {
  try {
    // only `write` below writes it
    return stored === null ? null : (JSON.parse(stored) as ProviderAnswer)
  } catch {
    return null
  }
}

function set(next: ProviderAnswer | null): void {
  current = next
  if (next) learnOffsets(next.time_zone, next.time_zone_offsets)
  for (const listener of listeners) listener()
}

set(parsed(localStorage.getItem(key)))

addEventListener('storage', (event) => {
  if (event.key === key) set(parsed(event.newValue))
})

export const practice = {
  read: (): ProviderAnswer | null => current,
  write(next: ProviderAnswer): void {
    localStorage.setItem(key, JSON.stringify(next))
    set(next)
  },
}

/** The time zone whose days and times are shown: the practice's, wherever this device is. */
const zoneNow = (): Zone => current?.time_zone ?? constants.provider.timeZone

/** The day it is now at the practice. */
export const today = (): Day => dayOf(new Date(), zoneNow())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As zoneNow; the component is drawn anew when the zone changes. */
export const useZone = (): Zone => useSyncExternalStore(subscribe, zoneNow)

/** The practice as it was told last; null before that. */
export const useKnownPractice = (): ProviderAnswer | null => useSyncExternalStore(subscribe, practice.read)
