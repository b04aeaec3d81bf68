import { api } from '../../api/client.ts'
import { storeText } from '../../api/store-text.ts'

const idKey = 'chisholm.push'
interface StoredPush {
  owner: string
  id: string
}
/** What a full device has no space for, so that it can be ended as long as the page is open. */
let unstored: StoredPush | null = null

/** Whether this browser supports pushes; Safari on phones does after the app was added to the home screen. */
export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const registration = () => navigator.serviceWorker.getRegistration()

/** Whether this browser is subscribed for the signed-in user. */
export async function isPushed(owner: string): Promise<boolean> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  return Boolean(subscription) && Notification.permission === 'granted' && readStored()?.owner === owner
}

function readStored(): StoredPush | null {
  if (unstored) return unstored
  try {
    // cast: written below
    return JSON.parse(localStorage.getItem(idKey) ?? 'null') as StoredPush | null
  } catch {
    return null
  }
}

function store(push: StoredPush): void {
  unstored = storeText(idKey, JSON.stringify(push)) ? null : push
}

function forgetStored(): void {
  unstored = null
  localStorage.removeItem(idKey)
}

const readKey = async () => (await api.get('/push-key')).data.key

/** Asks for permission and subscribes this browser to the user's pushes. @returns whether it was allowed */
export async function startPush(owner: string): Promise<boolean> {
  const found = await registration()
  if (!found || (await Notification.requestPermission()) !== 'granted') return false
  await subscribe(found, await readKey(), owner)
  return true
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string, owner: string): Promise<void> {
  // a subscription with another key or user
  await (await pushManager.getSubscription())?.unsubscribe()
  await register(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }), owner)
}

async function register(subscription: PushSubscription, owner: string): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { id } = (
    await api.post('/push-subscriptions', {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    })
  ).data
  store({ owner, id })
}

/** The key of the server with which a browser subscribed, as the server writes it. */
const keyOf = ({ options }: PushSubscription) =>
  btoa(String.fromCodePoint(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/**
 * Subscribes this browser again for the user who had subscribed it: the server forgets it when its sign-in is ended
 * elsewhere, and may have another key. Pushes of the user before end.
 */
export async function renewPush(owner: string): Promise<void> {
  const found = await registration()
  const subscription = await found?.pushManager.getSubscription()
  if (!found || !subscription || Notification.permission !== 'granted') return
  if (readStored()?.owner !== owner) {
    forgetStored()
    await subscription.unsubscribe()
    return
  }
  const key = await readKey()
  if (keyOf(subscription) === key) await register(subscription, owner)
  else await subscribe(found, key, owner)
}

/** Unsubscribes this browser from pushes, if it is subscribed. */
export async function stopPush(): Promise<void> {
  const stored = readStored()
  if (!stored) return
  forgetStored()
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
  await api.delete('/push-subscriptions/{id}', { id: stored.id }).catch(() => undefined)
}
