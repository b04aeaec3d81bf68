import type { Query, QueryFunctionContext, QueryPersister } from '@tanstack/react-query'
import { delay } from './delay.ts'
import { isPermanentError } from './client.ts'
import { offlineCopiesShown } from './offline-copies-shown.ts'
import { type OfflineCopy, offlineStore } from './offline-store.ts'
import { offlineAccess } from './offline-access.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'

/** The last fetch of each query. A response to an earlier one may come later, and is outdated. */
const latestFetches = new WeakMap<Query, symbol>()

/** Time in milliseconds that a screen waits for the server before it shows a copy. */
const serverTimeout = 700
/**
 * Time in milliseconds that a copy is shown before its age is: a slow connection mostly answers until then, and a notice
 * that comes and goes moves the page under a finger.
 */
const noticeDelay = 2000

/**
 * A persister for TanStack Query. It shows the response of the server if it arrives soon. Otherwise it shows the copy
 * on this device until the server has responded. (The library's own persister is experimental. It shows the copy first
 * even with a good connection, so that a form would start from outdated values.)
 */
const persister: QueryPersister = async (queryFn, context, query) => {
  const owner = session.read()?.uuid
  if (!query.meta?.offline || owner === undefined) return queryFn(context)
  const fetch = Symbol('fetch')
  latestFetches.set(query, fetch)
  const isLatest = () => session.read()?.uuid === owner && latestFetches.get(query) === fetch
  const fetched = fetchAndStore(() => queryFn(context), owner, query, isLatest)
  // Data that is already on the screen is as good as a copy.
  if (query.state.data !== undefined) return fetched
  let isSettled = false
  let hasFailed = false
  const settled = fetched.then(
    () => void (isSettled = true),
    (failure: unknown) => {
      isSettled = isPermanentError(failure)
      hasFailed = true
    },
  )
  await Promise.race([settled, delay(navigator.onLine ? serverTimeout : 0)])
  const copy = isSettled ? undefined : await newestCopy(owner, query)
  // The response may have come while the copy was read.
  if (!copy || isSettled) return fetched
  const isSameUser = () => session.read()?.uuid === owner
  if (navigator.onLine && !hasFailed) offlineCopiesShown.addLater(query.queryHash, copy.at, noticeDelay, isSameUser)
  else offlineCopiesShown.add(query.queryHash, copy.at)
  replaceCopyOnResponse(fetched, context, query, copy.at, isLatest)
  return copy.data
}

async function fetchAndStore<T>(
  fetch: () => T | Promise<T>,
  owner: string,
  query: Query,
  isLatest: () => boolean,
): Promise<T> {
  offlineCopiesShown.noteAttempt(query.queryHash, false)
  try {
    const data = await fetch()
    offlineCopiesShown.remove(query.queryHash)
    offlineCopiesShown.refetchFailed()
    offlineAccess.noteContact()
    if (isLatest()) void offlineStore.write(owner, query.queryHash, data)
    return data
  } catch (failure) {
    if (isPermanentError(failure)) {
      offlineCopiesShown.remove(query.queryHash)
      await offlineStore.remove(owner, query.queryHash)
    } else {
      offlineCopiesShown.noteAttempt(query.queryHash, true)
      if (query.state.data !== undefined) offlineCopiesShown.add(query.queryHash, query.state.dataUpdatedAt)
    }
    throw failure
  }
}

async function newestCopy(owner: string, query: Query): Promise<OfflineCopy | undefined> {
  const [own, computed] = await Promise.all([
    offlineStore.read(owner, query.queryHash),
    query.meta?.readOffline?.().catch(() => undefined),
  ])
  if (!computed || !own) return computed ?? own
  return !computed.isPartial && computed.at >= own.at ? computed : own
}

/** Replaces the copy if the server responds after all. */
function replaceCopyOnResponse(
  fetched: Promise<unknown>,
  { client }: QueryFunctionContext,
  query: Query,
  at: number,
  isLatest: () => boolean,
): void {
  // After a sign-out, the cache is that of the next user.
  const isShown = () => isLatest() && client.getQueryCache().get(query.queryHash) === query
  // The query gets the age of the copy, so that the next visit fetches again.
  setTimeout(() => query.setState({ dataUpdatedAt: at }))
  fetched.then(
    (data) => isShown() && client.setQueryData(query.queryKey, data),
    (failure) => {
      // The server no longer allows access to the copied data.
      if (isPermanentError(failure) && isShown()) void client.resetQueries({ queryKey: query.queryKey, exact: true })
    },
  )
}

/** From now on, queries with `meta: readableOffline` work without a connection. */
export function startOfflineReading(): void {
  const { queries, ...rest } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, persister } })
}
