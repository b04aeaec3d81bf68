import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { type NotificationKind, notificationTitle } from '@chisholm/domain/notifications'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { inUseLock, isSending } from '../src/api/web-locks.ts'
import { thumbnailCache } from '../src/api/thumbnail-cache.ts'

/**
 * Serves the files of exactly one version of the web app, so that the app opens without a connection
 * (docs/decisions/0032-service-worker.md). The build fills in the list of files.
 */
declare const self: ServiceWorkerGlobalScope & { precacheManifest: (PrecacheEntry | string)[] }

precacheAndRoute(self.precacheManifest)
cleanupOutdatedCaches()

/** Every page of the app is the same document. API, files and probes always come from the server. */
const serverPaths = /^\/(?:api\/v1|files)\/|^\/(?:healthz|livez|readyz|metrics)$/
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [serverPaths] }))

/** An install event of browsers with the Service Worker Static Routing API. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes(rules: { condition: { urlPattern: URLPattern }; source: 'network' }): Promise<void>
}

/**
 * API calls bypass the worker if the browser supports that: they need not wait for its start, and the event stream does
 * not keep it busy, which would delay the next version.
 */
self.addEventListener('install', (event) => {
  if (!('addRoutes' in event)) return
  // cast: checked above
  const { addRoutes } = event as RoutingInstallEvent
  const urlPattern = new URLPattern({ pathname: '/api/v1/*', baseURL: location.origin })
  event.waitUntil(addRoutes.call(event, { condition: { urlPattern }, source: 'network' }))
})

/** Thumbnails can be seen without a connection. Their signed URLs change, so the cache uses only the path. */
const maxThumbnails = 1500
registerRoute(
  ({ url }) => url.origin === location.origin && /^\/files\/photos\/[^/]+\/thumbnail$/.test(url.pathname),
  async ({ request, url, event }) => {
    const name = url.origin + url.pathname
    try {
      const response = await fetch(request)
      // the cache does not delay the image
      if (response.ok) event.waitUntil(storeThumbnail(name, response.clone()))
      return response
    } catch (failure) {
      const stored = await caches.match(name, { cacheName: thumbnailCache })
      if (stored) return stored
      throw failure
    }
  },
)

/** Counting the cache is slow, so it is done once per this many thumbnails. */
const thumbnailsPerCount = 100
let thumbnailsStored = 0

/** If the device is full, thumbnails may be missing offline. Everything else works. */
async function storeThumbnail(name: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(thumbnailCache)
    await cache.put(name, response)
    if (thumbnailsStored++ % thumbnailsPerCount > 0) return
    const names = await cache.keys()
    for (const oldest of names.slice(0, Math.max(0, names.length - maxThumbnails))) await cache.delete(oldest)
  } catch {
    await caches.delete(thumbnailCache)
  }
}

/**
 * Replaces the running version, unless a tab has an edited form or sends something. A tab that crashed holds no lock,
 * so a broken version cannot prevent the next one.
 */
async function replaceVersionIfUnused(): Promise<void> {
  if (await isSending()) return
  await navigator.locks.request(inUseLock, { ifAvailable: true }, async (lock) => {
    if (lock) await self.skipWaiting()
  })
}

/** A push contains only kind and ticket number (decisions.md section 8). */
interface Push {
  kind: NotificationKind
  number: string | null
}

self.addEventListener('push', (event) => {
  // cast: the server sends these fields
  const { kind, number } = (event.data?.json() ?? { kind: 'alert', number: null }) as Push
  const title = notificationTitle(kind, number ?? '')
  // the tag replaces an earlier notification of the same kind and ticket
  event.waitUntil(self.registration.showNotification(title, { tag: title, icon: '/icons/icon-192.png', data: number }))
})

const notificationsPage = '/a/notifications'
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // cast: set by `push` above; the page redirects to the ticket with this number
  const number = event.notification.data as string | null
  event.waitUntil(self.clients.openWindow(number ? `${notificationsPage}?number=${number}` : notificationsPage))
})

self.addEventListener('install', (event) => event.waitUntil(replaceVersionIfUnused()))
self.addEventListener('message', (event) => {
  if (event.data === 'replace-version') event.waitUntil(replaceVersionIfUnused())
})
