/*
 * Browsers give pages without https neither `crypto.randomUUID` nor web locks. The app then works with these,
 * which do not reach other tabs: two of them may send the same change at once, which the server accepts once.
 */

function randomUuid(): `${string}-${string}-${string}-${string}-${string}` {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // version 4 and the variant of RFC 9562
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** For each held lock, what resolves once all that hold it or wait for it have ended. */
const ends = new Map<string, Promise<unknown>>()

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Runs work once nothing else of this page holds the lock. */
async function request<Result>(
  name: string,
  { ifAvailable, signal, steal }: LockOptions,
  work: (lock: Lock | null) => Result,
): Promise<Awaited<Result>> {
  const before = ends.get(name)
  if (before && ifAvailable) return await work(null)
  const own = Promise.withResolvers<void>()
  const end = Promise.all([before, own.promise])
  ends.set(name, end)
  try {
    const turn = steal ? undefined : before
    // never at once, as with web locks
    await (signal && turn ? Promise.race([turn, aborted(signal)]) : turn)
    signal?.throwIfAborted()
    return await work({ name, mode: 'exclusive' })
  } finally {
    own.resolve()
    if (ends.get(name) === end) ends.delete(name)
  }
}

const query = async (): Promise<LockManagerSnapshot> => ({ held: [...ends.keys()].map((name) => ({ name })) })

/** Adds what the browser does not give to pages without https. */
export function replaceMissing(): void {
  if (!('randomUUID' in crypto)) Object.assign(crypto, { randomUUID: randomUuid })
  if (!('locks' in navigator)) Object.defineProperty(navigator, 'locks', { value: { request, query } })
}
