import type { Context } from '../../http/context.ts'
import { type Change, changesAfter, changesKeptFor, changesSince, readHorizon } from './changes.queries.ts'
import { eventId, everything } from './event-format.ts'

/** The maximum time in milliseconds between a change and the commit of its transaction. */
const longestCommit = 10_000

/**
 * Reads the changes since a reader's last event. Without one the stream begins now, or this many milliseconds ago
 * (`ago-5000`), for a page that was loaded before its stream was open.
 */
export async function readMissedChanges(
  { db }: Pick<Context, 'db'>,
  lastEventId: string,
): Promise<{ changes: Change[]; position: string }> {
  const { horizon, next } = await readHorizon(db)
  const now = { id: 0, horizon, created_at: new Date().toISOString() }
  const position = eventId(now)
  if (lastEventId === '') return { changes: [], position }
  const ago = /^ago-(\d{1,8})$/.exec(lastEventId)?.[1]
  if (ago !== undefined && Number(ago) < changesKeptFor)
    return { changes: await changesAfter(db, Number(ago) + longestCommit), position }
  const [, seen, id, seconds] = /^(\d{1,15})-(\d{1,15})-(\d{1,12})$/.exec(lastEventId) ?? []
  const age = Date.now() - Number(seconds) * 1000
  if (seen === undefined || !(age < changesKeptFor) || Number(seen) > next)
    return { changes: [{ ...everything, ...now }], position }
  const changes = (await changesSince(db, Number(seen))).filter((change) => change.id !== Number(id))
  // until all of them have arrived, the reader would resume from its old position
  return { changes, position: lastEventId }
}
