import type { Query, QueryFunctionContext, QueryPersister } from '@tanstack/react-query'
import { delay } from './delay.ts'
import { isPermanentError } from './client.ts'
import { offlineCopiesShown } from './offline-copies-shown.ts'
import { type OfflineCopy, offlineStore } from './offline-store.ts'
import { offlineAccess } from './offline-access.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'

/** Time in milliseconds that a screen waits for the server before it shows a copy. */
const serverTimeout = 700

/**
 * A persister for TanStack Query. It shows the response of the server if it arrives soon. Otherwise it shows the copy
 * on this device until the server has responded. (The library's own persister is experimental. It shows the copy first
 * even with a good connection, so that a form would start from outdated values.)
 */
const persister: QueryPersister = async (queryFn, context, query) => {
  const owner = session.read()?.uuid
  if (!query.meta?.offline || owner === undefined) return queryFn(context)
  const fetched = fetchAndStore(() => queryFn(context), owner, query)
  // Data that is already on the screen is as good as a copy.
  if (query.state.data !== undefined) return fetched
  let isSettled = false
  const settled = fetched.then(
    () => void (isSettled = true),
    (failure: unknown) => void (isSettled = isPermanentError(failure)),
  )
  await Promise.race([settled, delay(navigator.onLine ? serverTimeout : 0)])
  const copy = isSettled ? undefined : await newestCopy(owner, query)
  // The response may have come while the copy was read.
  if (!copy || isSettled) return fetched
  offlineCopiesShown.add(query.queryHash, copy.at)
  replaceCopyOnResponse(fetched, context, query, copy.at)
  return copy.data
}

async function fetchAndStore<T>(fetch: () => T | Promise<T>, owner: string, query: Query): Promise<T> {
  offlineCopiesShown.noteAttempt(query.queryHash, false)
  try {
    const data = await fetch()
    offlineCopiesShown.remove(query.queryHash)
    offlineCopiesShown.refetchFailed()
    offlineAccess.noteContact()
    void offlineStore.write(owner, query.queryHash, data)
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
): void {
  // The query gets the age of the copy, so that the next visit fetches again.
  setTimeout(() => query.setState({ dataUpdatedAt: at }))
  fetched.then(
    (data) => client.setQueryData(query.queryKey, data),
    (failure) => {
      // The server no longer allows access to the copied data.
      if (isPermanentError(failure)) void client.resetQueries({ queryKey: query.queryKey, exact: true })
    },
  )
}

/** From now on, queries with `meta: readableOffline` work without a connection. */
export function startOfflineReading(): void {
  const { queries, ...rest } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, persister } })
}
