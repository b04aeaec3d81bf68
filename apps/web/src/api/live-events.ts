import { apiBase } from './api-base.ts'
import { queryClient } from './query-client.ts'
import { eventsLock } from './web-locks.ts'
import { runInOneTab } from './run-in-one-tab.ts'
import { refreshSession } from './refresh-session.ts'
import { session } from './session.ts'
import { storeText } from './store-text.ts'

/* One tab receives the server's change events and forwards them to the other tabs, which refetch affected queries.
Without the connection, the app refetches when a tab gets the focus. */

interface LiveEvent {
  kind: string
  post_mortem_id: string | null
}

type Message = { events: LiveEvent[] } | { isConnected: boolean }

const positionKey = 'chisholm.events'
/** Events within this many milliseconds are handled together. */
const collectFor = 250
/** The stream starts after the page has made no request for this long, or at the latest after the next timeout. */
const quietFor = 1500
const startsAfter = 10_000
const firstPause = 1000
const longestPause = 30_000
/** The server sends something every 20 s; after this long without data the connection is dead. */
const deadAfter = 50_000

const state = { isConnected: false }
/** Whether events arrive, so that polling is unnecessary. */
export const isLive = () => state.isConnected

const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/** Second key parts of ticket queries about one ticket, whose id follows. */
const ofOnePostMortem = new Set(['one', 'comments', 'samples', 'history', 'report-versions'])

/** Tickets, animals and figures show names of sites, customers and library entries, and the days and place of a site. */
const showNames = ['post-mortems', 'animals', 'insight']

/** First key parts of the queries that a changed list makes outdated, by kind of event. */
const nounsOf: { [kind: string]: readonly string[] } = {
  notification: ['notifications'],
  site: ['sites', 'site', 'customers', ...showNames],
  lot: ['herd', 'insight'],
  head_count: ['herd', 'insight'],
  library: ['library', ...showNames],
  training: ['trainings'],
  teaching_case: ['teaching-cases'],
  // whose name is on tickets
  user: ['users', 'user', 'vets', 'post-mortems'],
  // whose setting shows the photos of teaching cases
  provider: ['provider', 'teaching-cases'],
  alert: ['alerts'],
  saved_report: ['saved-reports'],
  scheduled_report: ['scheduled-reports'],
  preferences: ['notification-preferences'],
}
const everyNoun = new Set(['post-mortems', 'animals', 'absences', ...Object.values(nounsOf).flat()])

/** Whether a query of animals may show those of a changed ticket. Only queries of cards name their tickets. */
const mayShowAnimalsOf = (postMortemId: string | null, [, question, ids]: readonly unknown[]): boolean =>
  postMortemId === null || question !== 'of cards' || String(ids).split(',').includes(postMortemId)

/** Whether an event makes a query's result outdated. */
export function isOutdatedBy(key: readonly unknown[], { kind, post_mortem_id }: LiveEvent): boolean {
  const [noun, question, id] = key
  // the list of samples that wait for a result is of all tickets
  const isOfPostMortem = post_mortem_id === null || id === post_mortem_id || id === 'waiting'
  if (kind === 'all') return everyNoun.has(String(noun))
  if (nounsOf[kind]) return nounsOf[kind].includes(String(noun))
  if (kind === 'presence') return noun === 'presence' && question === post_mortem_id
  if (kind === 'absence') return noun === 'absences' || (noun === 'post-mortems' && question === 'planner')
  if (kind === 'post_mortem' && noun === 'animals') return mayShowAnimalsOf(post_mortem_id, key)
  if (noun !== 'post-mortems') return false
  const isOfOne = ofOnePostMortem.has(String(question))
  if (kind === 'comment') return question === 'comments' && isOfPostMortem
  if (kind === 'sample') return isOfOne && question !== 'comments' && isOfPostMortem
  return !isOfOne || isOfPostMortem
}

let waiting: LiveEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Refetches outdated queries that are on the screen, and marks the others as stale. */
function apply(events: LiveEvent[]): void {
  waiting.push(...events)
  timer ??= setTimeout(() => {
    timer = undefined
    // a running mutation shows its own change optimistically
    if (queryClient.isMutating() > 0) return apply([])
    const due = waiting
    waiting = []
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => due.some((event) => isOutdatedBy(queryKey, event)),
      refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
    })
  }, collectFor)
}

/** Waits until the page has loaded. */
async function waitForQuiet(signal: AbortSignal): Promise<void> {
  const step = 250
  let quiet = 0
  for (let waited = 0; waited < startsAfter && quiet < quietFor && !signal.aborted; waited += step) {
    await sleep(step, signal)
    quiet = queryClient.isFetching() === 0 && document.readyState === 'complete' ? quiet + step : 0
  }
}

function lastPosition(owner: string): string {
  try {
    // cast: written below
    const stored = JSON.parse(localStorage.getItem(positionKey) ?? 'null') as { owner: string; id: string } | null
    if (stored?.owner === owner) return stored.id
  } catch {
    // not ours
  }
  return `ago-${Math.ceil(performance.now())}`
}

/** Reads one response stream to its end. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  owner: string,
  alive: () => void,
  publish: (message: Message) => void,
) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    alive()
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    const events = blocks.flatMap((block) => {
      const data = /^data: (.+)$/m.exec(block)?.[1]
      // cast: the server writes these fields
      return data ? [JSON.parse(data) as LiveEvent] : []
    })
    if (events.length > 0) publish({ events })
    const id = blocks.map((block) => /^id: (.+)$/m.exec(block)?.[1]).findLast(Boolean)
    if (id) storeText(positionKey, JSON.stringify({ owner, id }))
  }
}

/** Connects once, and reads until the connection ends. @returns whether to reconnect at once */
async function connect(owner: string, signal: AbortSignal, publish: (message: Message) => void): Promise<boolean> {
  const user = session.read()
  const connection = new AbortController()
  const end = () => connection.abort()
  signal.addEventListener('abort', end)
  let watchdog = setTimeout(end, deadAfter)
  const alive = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(end, deadAfter)
  }
  try {
    const response = await fetch(`${apiBase}/events`, {
      headers: { authorization: `Bearer ${user?.token ?? ''}`, 'last-event-id': lastPosition(owner) },
      cache: 'no-store',
      signal: connection.signal,
    })
    if (response.status === 401 && user) {
      await refreshSession(user)
      return true
    }
    if (!response.ok || !response.body) return false
    publish({ isConnected: true })
    await readEvents(response.body, owner, alive, publish)
    return true
  } catch {
    return false
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', end)
    publish({ isConnected: false })
  }
}

/**
 * Subscribes to the changes visible to this person, until the signal aborts. The browser has one connection, in the tab
 * that holds the lock.
 */
export function subscribeToChanges(owner: string, signal: AbortSignal): void {
  const channel = new BroadcastChannel('chisholm.events')
  const receive = (message: Message) => {
    if ('events' in message) apply(message.events)
    else state.isConnected = message.isConnected
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))
  signal.addEventListener('abort', () => {
    channel.close()
    state.isConnected = false
  })
  const publish = (message: Message) => {
    receive(message)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    if (!signal.aborted) channel.postMessage(message)
  }
  const lead = async (takenOver: AbortSignal) => {
    const end = AbortSignal.any([signal, takenOver])
    await waitForQuiet(end)
    let pause = firstPause
    while (!end.aborted && session.read()?.uuid === owner) {
      pause = (await connect(owner, end, publish)) ? firstPause : Math.min(pause * 2, longestPause)
      await sleep(pause, end)
    }
  }
  const isSubscribed = () => !signal.aborted && session.read()?.uuid === owner
  const followAndLead = async () => {
    // a tab that was frozen while it led waits again for its turn
    while (isSubscribed()) await runInOneTab(eventsLock, lead, signal)
  }
  // rejects if the signal aborts before the lock is acquired
  if (navigator.locks) void followAndLead().catch(() => undefined)
}
