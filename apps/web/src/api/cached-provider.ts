import { useSyncExternalStore } from 'react'
import { constants } from '@chisholm/domain/constants'
import { type Day, dayOf, useServerOffsets, type Zone } from '@chisholm/domain/dates'
import type { ProviderAnswer } from '@chisholm/domain/schemas/provider'
import { serverNow } from './server-clock.ts'
import { storeText } from './store-text.ts'
import { createListeners } from './listeners.ts'

/**
 * The details of the practice (called provider in the API) as last read, in localStorage. Its time zone is required
 * before any date is shown, even offline.
 */
const key = 'chisholm.practice'
const listeners = createListeners()
let current: ProviderAnswer | null = null

function parse(stored: string | null): ProviderAnswer | null {
  try {
    // only `write` below writes it
    return stored === null ? null : (JSON.parse(stored) as ProviderAnswer)
  } catch {
    return null
  }
}

function setCurrent(next: ProviderAnswer | null): void {
  current = next
  if (next) useServerOffsets(next.time_zone, next.time_zone_offsets)
  listeners.notify()
}

setCurrent(parse(localStorage.getItem(key)))

addEventListener('storage', (event) => {
  if (event.key === key) setCurrent(parse(event.newValue))
})

export const cachedProvider = {
  read: (): ProviderAnswer | null => current,
  write(next: ProviderAnswer): void {
    storeText(key, JSON.stringify(next))
    setCurrent(next)
  },
}

/** All dates are shown in the time zone of the practice, wherever the device is. */
export const currentZone = (): Zone => current?.time_zone ?? constants.provider.timeZone

/** Today's date, by default at the practice. */
export const today = (zone: Zone = currentZone()): Day => dayOf(serverNow(), zone)

export const useZone = (): Zone => useSyncExternalStore(listeners.subscribe, currentZone)

/** The details of the practice as last read. Null before they were read. */
export const useCachedProvider = (): ProviderAnswer | null =>
  useSyncExternalStore(listeners.subscribe, cachedProvider.read)
