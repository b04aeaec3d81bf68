import { hashKey } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { addDays, dayOf, type Zone } from '@chisholm/domain/dates'
import { isVet } from '@chisholm/domain/permissions'
import type { ListResponse } from '@chisholm/domain/schemas/envelopes'
import type { Animal, Photo, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { type ClientTab, tabFilters, type VetTab } from '@chisholm/domain/status'
import { serverNow, serverTime } from '../../api/server-clock.ts'
import { api, isPermanentError } from '../../api/client.ts'
import { currentZone } from '../../api/cached-provider.ts'
import { clearOfflineData } from '../../api/offline-data.ts'
import { type OfflineCopy, offlineStore } from '../../api/offline-store.ts'
import { type Session, session } from '../../api/session.ts'
import { thumbnailCache } from '../../api/thumbnail-cache.ts'
import { isSending } from '../../api/web-locks.ts'
import { listOffline, type PostMortemQuery } from './offline-list.ts'

/** Limits of downloaded tickets per tab: open ones, and the newest completed ones. */
const maxOpen = 500
const maxCompleted = 200
const pageSize = 100
const daysOfVisits = 7
/** Photos are requested by the ids of animals, which must fit into a URL. */
const animalsPerRequest = 50
const maxThumbnails = 600

const downloadName = 'downloaded post-mortems'
interface Download {
  siteIds: string[]
  ids: string[]
}

const nameOf = (id: string) => hashKey(['post-mortems', 'one', id])
const namePrefix = '["post-mortems","one",'

/**
 * Downloads what this user may need without a connection. Clients get the open tickets of their sites and the newest
 * completed ones. Veterinarians get the inbox and their own visits of the next days. Photos and thumbnails are
 * included. Tickets that were opened before stay as well.
 */
export async function downloadPostMortems(): Promise<void> {
  const user = session.read()
  if (!user) return
  const startedAt = serverTime()
  const siteIds = await deleteIfSitesWereTakenAway(user)
  const postMortems = await fetchPostMortems(user)
  await addPhotos(postMortems)
  for (const postMortem of postMortems)
    await offlineStore.writeDownloaded(user.uuid, nameOf(postMortem.id), postMortem, startedAt)
  const ids = postMortems.map(({ id }) => id)
  const before = await offlineStore.read<Download>(user.uuid, downloadName)
  const gone = before?.data.ids.filter((id) => !ids.includes(id)) ?? []
  for (const id of gone) await removeUnlessOpened(user.uuid, id)
  await offlineStore.write(user.uuid, downloadName, { siteIds, ids } satisfies Download)
  await offlineStore.prune(user.uuid)
  await fetchThumbnails(user.uuid, postMortems)
}

/** Removes a ticket that has left the lists. If it was opened, it stays in its present state. */
async function removeUnlessOpened(owner: string, id: string): Promise<void> {
  const copy = await offlineStore.read(owner, nameOf(id))
  const startedAt = serverTime()
  const found = copy && !copy.isDownloaded ? await fetchOne(id) : null
  if (found) await offlineStore.writeDownloaded(owner, nameOf(id), found, startedAt)
  else await offlineStore.remove(owner, nameOf(id))
}

/** @returns null if the user may not see it any more */
async function fetchOne(id: string): Promise<PostMortem | null> {
  try {
    return (await api.get('/post-mortems/{id}', { id, include: 'medias' })).data
  } catch (failure) {
    if (isPermanentError(failure)) return null
    throw failure
  }
}

/** Deletes everything of sites that the user may no longer see. */
async function deleteIfSitesWereTakenAway(user: Session): Promise<string[]> {
  // Veterinarians see all sites.
  if (isVet(user)) return []
  const { data } = await api.get('/sites', { per_page: constants.maxPageSize })
  const siteIds = data.map(({ id }) => id)
  const before = await offlineStore.read<Download>(user.uuid, downloadName)
  if (before?.data.siteIds.some((id) => !siteIds.includes(id))) await clearOfflineData()
  return siteIds
}

async function fetchPostMortems(user: Session): Promise<PostMortem[]> {
  const zone = currentZone()
  const ownVisits: PostMortemQuery = {
    ...tabFilters.inprogress.filters,
    'filter[veterinary_records.scheduled_for_id]': user.uuid,
    'filter[veterinary_records.scheduled_at:lte]': addDays(dayOf(serverNow(), zone), daysOfVisits),
  }
  const lists: [PostMortemQuery, number][] = isVet(user)
    ? [
        [tabFilters.inbox.filters, maxOpen],
        [ownVisits, maxOpen],
      ]
    : [
        [tabFilters.draft.filters, maxOpen],
        [tabFilters.pending.filters, maxOpen],
        [tabFilters.scheduled.filters, maxOpen],
        [tabFilters.complete.filters, maxCompleted],
      ]
  const all = new Map<string, PostMortem>()
  for (const [query, max] of lists)
    for (const postMortem of await fetchUpTo(query, max)) all.set(postMortem.id, postMortem)
  return [...all.values()]
}

async function fetchUpTo(query: PostMortemQuery, max: number): Promise<PostMortem[]> {
  const found: PostMortem[] = []
  for (let page = 1; found.length < max; page++) {
    const parameters = { ...query, sort: '-created_at', page, per_page: pageSize } as const
    // cast: without a view the response holds complete post-mortems
    const { data, meta } = (await api.get('/post-mortems', parameters)) as ListResponse<PostMortem>
    found.push(...data)
    if (page >= meta.last_page) break
  }
  return found
}

/** Adds the photos to their animals, as in responses with `include=medias`. */
async function addPhotos(postMortems: readonly PostMortem[]): Promise<void> {
  const animals = postMortems.flatMap(({ veterinary_record }) => veterinary_record.veterinary_record_animals)
  const photographed = animals.filter(({ photos }) => photos > 0)
  for (let start = 0; start < photographed.length; start += animalsPerRequest) {
    const some = photographed.slice(start, start + animalsPerRequest)
    const ids = some.map(({ id }) => id).join(',')
    const { data } = await api.get('/medias', { 'filter[media_attachable_id]': ids, per_page: constants.maxPageSize })
    const photosOf = Map.groupBy(data, (photo: Photo) => photo.media_attachable_id)
    for (const animal of some) animal.medias = photosOf.get(animal.id) ?? []
  }
  for (const animal of animals) animal.medias ??= []
}

/** The service worker stores thumbnails that pass through it. */
async function fetchThumbnails(owner: string, postMortems: readonly PostMortem[]): Promise<void> {
  const addresses = postMortems
    .flatMap(({ veterinary_record }) => veterinary_record.veterinary_record_animals)
    .flatMap(({ medias = [] }) => medias.map(({ thumbnail }) => thumbnail))
    .filter((address) => new URL(address).origin === location.origin)
  const { serviceWorker } = navigator
  const registration = await serviceWorker.getRegistration()
  for (const address of addresses.slice(0, maxThumbnails)) {
    if (session.read()?.uuid !== owner) {
      // The last thumbnail may have been stored after the sign-out deleted the others.
      await caches.delete(thumbnailCache)
      return
    }
    // Photos being uploaded come first, and a new version replaces the service worker once it has nothing to do. The next
    // download fetches the rest.
    if (!navigator.onLine || !serviceWorker.controller || registration?.waiting || (await isSending())) return
    const isStored = await caches.match(address, { cacheName: thumbnailCache, ignoreSearch: true })
    if (isStored) continue
    // An unread response would keep the service worker busy, which would delay a new version of the app.
    await fetch(address, { priority: 'low' })
      .then((response) => response.blob())
      .catch(() => undefined)
  }
}

const listStored = async (owner: string) =>
  (await offlineStore.list<PostMortem>(owner, namePrefix)).map(([, copy]) => copy)

/** The animals of these tickets, read from this device; undefined if some are missing. */
export async function readAnimalsOffline(ids: readonly string[]): Promise<OfflineCopy<Animal[]> | undefined> {
  const owner = session.read()?.uuid ?? ''
  const download = await offlineStore.read<Download>(owner, downloadName)
  const stored = new Map((await listStored(owner)).map(({ data }) => [data.id, data]))
  const found = ids.flatMap((id) => stored.get(id) ?? [])
  if (!download || found.length < ids.length) return undefined
  return {
    data: found.flatMap(({ veterinary_record }) => veterinary_record.veterinary_record_animals),
    at: download.at,
    isPartial: false,
  }
}

/** Whether the device has all tickets of a tab. */
export const isTabComplete = (tab: ClientTab | VetTab) => tab !== 'complete' && tab !== 'inprogress'

/**
 * A list of tickets that is read from this device.
 * @param tab  null for a search
 * @param present  converts the list to the query's result
 * @returns undefined if the device has no tickets of which the list could consist
 */
export async function readListOffline<T>(
  query: PostMortemQuery,
  tab: ClientTab | VetTab | null,
  present: (page: ListResponse<PostMortem>) => T,
  zone: Zone = currentZone(),
): Promise<OfflineCopy<T> | undefined> {
  const owner = session.read()?.uuid ?? ''
  const download = await offlineStore.read<Download>(owner, downloadName)
  if (!download && tab !== null) return undefined
  const stored = await listStored(owner)
  // A search also finds tickets that were opened before the first download.
  if (!download && stored.length === 0) return undefined
  const page = listOffline(
    query,
    stored.map(({ data }) => data),
    zone,
  )
  if (!page) return undefined
  const at = download?.at ?? Math.min(...stored.map((copy) => copy.at))
  return { data: present(page), at, isPartial: tab === null || !isTabComplete(tab) }
}
