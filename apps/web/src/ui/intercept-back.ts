import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'

/** The router writes the index into the entries of the history, except those that the browser itself has added. */
const indexIn = ({ __TSR_index: index }: { __TSR_index?: number }) => index
// cast: the state of an entry is null or what was written into it
const indexOfBrowser = () => indexIn((window.history.state ?? {}) as { __TSR_index?: number })

/** How many entries the browser is before or after that of the router, as long as a blocker decides. */
export function stepsTaken(history: RouterHistory): number {
  const { __TSR_index: index } = history.location.state
  return (indexOfBrowser() ?? index) - index
}

/** What Back does instead of leaving the page: it closes the last of these. */
const closers: (() => void)[] = []

/** The index of the entry that the browser shows, until Back. */
let position = 0
/** The index of the entry to which the browser returns before something is closed. */
let home: number | null = null
let tries = 0
/** Until then, the app goes through the history by itself, which is not the user's wish to close something. */
let ownTraversalUntil = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Going through the history takes milliseconds, but it comes to nothing if the user presses Back meanwhile. */
const retryAfter = 1000
/** The user may press Back several times in a row. */
const settleAfter = 60
/** The entry may be gone. Waiting for it for ever would make Back useless. */
const maxTries = 5

const currentIndex = () => indexOfBrowser() ?? position

const traverse = window.history.go.bind(window.history)

function returnHome(to: number): void {
  home = to
  tries += 1
  traverse(to - currentIndex())
  clearTimeout(timer)
  timer = setTimeout(arriveOrRetry, retryAfter)
}

function arriveOrRetry(): void {
  if (home === null) return
  if (currentIndex() !== home && tries < maxTries) return returnHome(home)
  home = null
  tries = 0
  clearTimeout(timer)
  // closed here only, because closing it may open another page
  closers.at(-1)?.()
}

function handlePop(event: PopStateEvent): void {
  const before = position
  position = currentIndex()
  const isOwn = performance.now() < ownTraversalUntil
  ownTraversalUntil = 0
  if (home !== null) {
    event.stopImmediatePropagation()
    clearTimeout(timer)
    if (position === home) arriveOrRetry()
    else timer = setTimeout(arriveOrRetry, settleAfter)
  } else if (!isOwn && position < before && closers.length > 0) {
    event.stopImmediatePropagation()
    returnHome(before)
  }
}

/** The history of the app, in which Back closes what covers the page. */
export function createAppHistory(): RouterHistory {
  // before the router's listener, whatever the phase: browsers call those of the window in the order of their addition
  window.addEventListener('popstate', handlePop)
  window.history.go = (steps) => {
    // not forever, because it comes to nothing beyond the first or last entry
    ownTraversalUntil = performance.now() + retryAfter
    traverse(steps)
  }
  window.history.back = () => window.history.go(-1)
  const history = createBrowserHistory()
  position = currentIndex()
  history.subscribe(({ location, action: { type } }) => {
    if (type !== 'PUSH' && type !== 'REPLACE') return
    position = indexIn(location.state) ?? position
    home = null
    tries = 0
  })
  return history
}

/**
 * From now on, Back calls `close` instead of leaving the page. The browser cannot be kept from going back, so it goes
 * forward again, unseen by the router. What is closed thus needs no entry in the history, which would have to be removed
 * before another page is opened.
 * @returns ends it
 */
export function interceptBack(close: () => void): () => void {
  closers.push(close)
  return () => void closers.splice(closers.indexOf(close), 1)
}
