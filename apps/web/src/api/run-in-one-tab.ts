/** A tab that waits longer than this asks whether the one that holds the lock is still running. In milliseconds. */
const waitingTime = 5000
/** A running tab answers within this time. */
const answerTime = 2000

const otherTabs = new BroadcastChannel('chisholm.locks')
/** The locks of what this tab is running. */
const running = new Set<string>()

interface LockMessage {
  kind: 'question' | 'answer'
  lock: string
}

otherTabs.addEventListener('message', ({ data: { kind, lock } }: MessageEvent<LockMessage>) => {
  if (kind === 'question' && running.has(lock)) send({ kind: 'answer', lock })
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is limited to one origin
const send = (message: LockMessage) => otherTabs.postMessage(message)

/**
 * Runs work in one tab at a time. Phones freeze tabs in the background, which then keep their locks, so another tab takes
 * over the lock of one that does not answer. Work that was frozen continues later, so it must not matter if two tabs do
 * the same for a while.
 * @param lock    its web lock
 * @param work    receives a signal that aborts once another tab has taken over
 * @param signal  ends the wait for the lock
 */
export async function runInOneTab<Result>(
  lock: string,
  work: (takenOver: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const takenOver = new AbortController()
  let started: Promise<Result> | undefined
  const run = () => {
    running.add(lock)
    started = work(takenOver.signal).finally(() => running.delete(lock))
    return started
  }
  for (let steal = false; ; steal = !(await isRunning(lock))) {
    signal?.throwIfAborted()
    const ends = [AbortSignal.timeout(waitingTime), ...(signal ? [signal] : [])]
    const options = steal ? { steal } : { signal: AbortSignal.any(ends) }
    try {
      return await navigator.locks.request(lock, options, run)
    } catch (failure) {
      if (started) {
        takenOver.abort()
        return started
      }
      if (failure instanceof DOMException && failure.name === 'TimeoutError') continue
      signal?.throwIfAborted()
      // without locks, for example while the page is being closed, it is run by each tab
      return run()
    }
  }
}

/** Whether a tab that is not frozen holds the lock. */
async function isRunning(lock: string): Promise<boolean> {
  if (running.has(lock)) return true
  const answered = Promise.withResolvers<boolean>()
  const listen = ({ data }: MessageEvent<LockMessage>) => {
    if (data.kind === 'answer' && data.lock === lock) answered.resolve(true)
  }
  otherTabs.addEventListener('message', listen)
  send({ kind: 'question', lock })
  const timer = setTimeout(() => answered.resolve(false), answerTime)
  const isAnswered = await answered.promise
  clearTimeout(timer)
  otherTabs.removeEventListener('message', listen)
  return isAnswered
}
