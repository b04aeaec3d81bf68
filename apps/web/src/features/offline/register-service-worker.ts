import { inUseLock } from '../../api/web-locks.ts'
import { noteInstalled } from './install.ts'

/** Interval in milliseconds at which a page checks for a new version and offers to be replaced. */
const updateInterval = 60 * 60_000
const replaceInterval = 15_000
/**
 * A page that somebody is reading or scrolling should not reload. It may after this many milliseconds without input.
 */
const quietTime = 30_000

/**
 * Registers the service worker, and loads a new version of the app when no tab needs the running one. Does nothing in
 * browsers without service workers and over plain http.
 */
export async function registerServiceWorker(): Promise<void> {
  addEventListener('appinstalled', noteInstalled)
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // The first version takes over with the next page.
  if (serviceWorker.controller) serviceWorker.addEventListener('controllerchange', () => location.reload())
  holdLockWhileInUse()
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  // Read each time, because a browser or an extension may block service workers, and a registration may be withdrawn.
  const offerReplacement = async () => (await serviceWorker.getRegistration())?.waiting?.postMessage('replace-version')
  const update = async () => (await serviceWorker.getRegistration())?.update()
  setInterval(() => void offerReplacement(), replaceInterval)
  // fails without a connection
  setInterval(() => void update().catch(() => undefined), updateInterval)
  document.addEventListener('visibilitychange', () => void offerReplacement())
}

const isTextField = (element: Element | null) =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== 'button')

/** Whether the page would ask before it is left, because something on it is not saved: a drawing, for example. */
const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * Holds the lock from the first input in a form until the form is closed, while the page is being used or a photo is
 * being taken for it, and while some data exists only in this page.
 */
function holdLockWhileInUse(): void {
  const edited = new Set<Element>()
  /** The input that has opened the camera or the file picker. Not all browsers give it the focus. */
  let picker: HTMLInputElement | null = null
  let lastUse = 0
  let release: (() => void) | undefined
  const isInUse = () => {
    for (const element of edited) if (!element.isConnected) edited.delete(element)
    const isRead = document.visibilityState === 'visible' && Date.now() - lastUse < quietTime
    const isPicking = picker?.isConnected === true
    return asksBeforeLeaving() || edited.size > 0 || isPicking || isTextField(document.activeElement) || isRead
  }
  const update = () => {
    if (!isInUse()) {
      release?.()
      release = undefined
      return
    }
    if (release) return
    const held = Promise.withResolvers<void>()
    release = held.resolve
    void navigator.locks.request(inUseLock, { mode: 'shared' }, () => held.promise)
  }
  const noteUse = () => {
    lastUse = Date.now()
    update()
  }
  const notePicker = ({ target }: Event) => {
    picker = target instanceof HTMLInputElement && target.type === 'file' ? target : null
  }
  const noteInput = ({ target }: Event) => {
    if (target instanceof Element) edited.add(target.closest('form') ?? target)
    noteUse()
  }
  document.addEventListener('input', noteInput, { capture: true, passive: true })
  document.addEventListener('click', notePicker, { capture: true, passive: true })
  document.addEventListener('cancel', () => (picker = null), { capture: true, passive: true })
  for (const event of ['pointerdown', 'keydown', 'scroll', 'focusin'])
    document.addEventListener(event, noteUse, { capture: true, passive: true })
  setInterval(update, 5000)
}
