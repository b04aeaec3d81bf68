import { api } from '../../api/client.ts'

const idKey = 'chisholm.push'

/** Whether this browser supports pushes; Safari on phones does after the app was added to the home screen. */
export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const registration = () => navigator.serviceWorker.getRegistration()

/** Whether this browser is subscribed for the signed-in user. */
export async function isPushed(owner: string): Promise<boolean> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  return Boolean(subscription) && Notification.permission === 'granted' && readStored()?.owner === owner
}

function readStored(): { owner: string; id: string } | null {
  try {
    // cast: written below
    return JSON.parse(localStorage.getItem(idKey) ?? 'null') as { owner: string; id: string } | null
  } catch {
    return null
  }
}

/** Asks for permission and subscribes this browser to the user's pushes. @returns whether it was allowed */
export async function startPush(owner: string): Promise<boolean> {
  const found = await registration()
  if (!found || (await Notification.requestPermission()) !== 'granted') return false
  const { key } = (await api.get('/push-key')).data
  // a subscription with another key or user
  await (await found.pushManager.getSubscription())?.unsubscribe()
  const subscription = await found.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  const { id } = (
    await api.post('/push-subscriptions', {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    })
  ).data
  localStorage.setItem(idKey, JSON.stringify({ owner, id }))
  return true
}

/** Unsubscribes this browser from pushes, if it is subscribed. */
export async function stopPush(): Promise<void> {
  const stored = readStored()
  if (!stored) return
  localStorage.removeItem(idKey)
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
  await api.delete('/push-subscriptions/{id}', { id: stored.id }).catch(() => undefined)
}
