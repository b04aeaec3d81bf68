import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { isVet } from '@chisholm/domain/permissions'
import type { SignedInUser } from '../../http/context.ts'
import { tooMany } from '../../http/app-error.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Change } from './changes.queries.ts'

/** Maximum number of streams per person and server. A browser has one stream for all its tabs. */
const maxPerUser = 10
const retryAfterSeconds = 30
const heartbeatMilliseconds = 20_000
/** A reader with more buffered bytes is disconnected; it reads the rest when it reconnects. */
const maxBuffered = 256 * 1024
/** Fills the buffers of proxies that hold back the first kilobytes of a response. */
const padding = `: ${' '.repeat(2048)}\n`
const reconnectMilliseconds = 3000

/** The event id, from which a reader resumes its stream. */
export const eventId = ({ horizon, id, created_at }: Pick<Change, 'horizon' | 'id' | 'created_at'>) =>
  `${horizon}-${id}-${Math.floor(Date.parse(created_at) / 1000)}`

const concerns = (person: Pick<SignedInUser, 'id'>, { user_ids }: Change): boolean =>
  user_ids === null || user_ids.includes(person.id)

/** Whether a person may see a change. */
const mayKnow = (person: Pick<SignedInUser, 'id' | 'roles' | 'sites'>, change: Change): boolean =>
  change.kind !== 'access' &&
  concerns(person, change) &&
  (!change.vets_only || isVet(person)) &&
  (change.site_id === null || person.sites.ids === null || person.sites.ids.includes(change.site_id))

/** A change after which anything may look different to its reader. */
export const everything = { kind: 'all', post_mortem_id: null, site_id: null, user_ids: null, vets_only: false }

const formatEvent = ({ kind, post_mortem_id }: Pick<Change, 'kind' | 'post_mortem_id'>, id: string) =>
  `id: ${id}\ndata: ${JSON.stringify({ kind, post_mortem_id })}\n\n`

/** Whether two readings of a person give access to the same data. */
const hasSameAccess = (one: SignedInUser, other: SignedInUser): boolean =>
  isDeepStrictEqual([one.roles, one.sites.ids], [other.roles, other.sites.ids])

/** Keeps only the last of several changes of the same subject. */
const withoutRepeats = (changes: Change[]): Change[] => [
  ...new Map(
    changes.map((change) => [JSON.stringify({ ...change, id: 0, horizon: 0, created_at: '' }), change]),
  ).values(),
]

interface Stream {
  person: SignedInUser
  body: Readable
  /** Changes that wait until earlier ones are sent; null: none has to wait. */
  queued: Change[] | null
  /** Ids of changes that were sent as missed and may still arrive. */
  sentAsMissed: Set<number>
  /** Reads the session again; null if it has ended. */
  recheck: () => Promise<SignedInUser | null>
}

interface OpenStream {
  person: SignedInUser
  /** Expiry time of its access token. */
  until: number
  recheck: Stream['recheck']
  /** Reads the missed changes. It is called after subscribing, so that no change is lost in between. */
  missed: () => Promise<{ changes: Change[]; position: string }>
}

export interface EventStreams {
  /** Opens a stream of the changes that this person may see. @throws tooMany  the person has too many open streams */
  open(stream: OpenStream): Promise<Readable>
  /** Ends all streams and opens no new ones. */
  close(): void
}

/** The open streams of this server. */
export function createEventStreams(feed: ChangeFeed): EventStreams {
  const streams = new Set<Stream>()
  const heartbeat = setInterval(() => {
    const now = new Date().toISOString()
    for (const stream of streams)
      if (stream.queued === null)
        write(stream, `id: ${eventId({ horizon: feed.horizon(), id: 0, created_at: now })}\n\n`)
  }, heartbeatMilliseconds)
  heartbeat.unref()

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.body.push(null)
  }
  const write = (stream: Stream, text: string) => {
    if (!streams.has(stream)) return
    if (stream.body.readableLength > maxBuffered) stream.body.destroy()
    else stream.body.push(text)
  }
  const publish = (stream: Stream, change: Change) => {
    if (stream.sentAsMissed.delete(change.id)) return
    if (mayKnow(stream.person, change)) write(stream, formatEvent(change, eventId(change)))
  }

  /** Queues changes while `work` runs, because they must follow its output. */
  async function holdWhile(stream: Stream, work: () => Promise<void>): Promise<void> {
    stream.queued = []
    try {
      await work()
    } catch {
      // the reader reconnects and reads what it missed
      return end(stream)
    }
    const { queued } = stream
    stream.queued = null
    for (const change of queued) receive(stream, change)
  }

  function receive(stream: Stream, change: Change): void {
    if (stream.queued) return void stream.queued.push(change)
    const isAccess = change.kind === 'access' && concerns(stream.person, change)
    if (isAccess) void holdWhile(stream, () => checkAccess(stream, eventId(change)))
    else publish(stream, change)
  }

  /** Reads the session again. If it now gives access to other data, anything may have changed for its reader. */
  async function checkAccess(stream: Stream, id: string): Promise<void> {
    const person = await stream.recheck()
    if (!person) return end(stream)
    if (!hasSameAccess(person, stream.person)) write(stream, formatEvent(everything, id))
    stream.person = person
  }

  const onChange = (change: Change) => {
    for (const stream of streams) receive(stream, change)
  }
  let listening: Promise<void> | undefined
  const listen = async () => {
    listening ??= feed.listen(onChange)
    try {
      await listening
    } catch (thrown) {
      listening = undefined
      throw thrown
    }
  }

  return {
    async open({ person, until, recheck, missed }) {
      if ([...streams].filter((stream) => stream.person.id === person.id).length >= maxPerUser)
        throw tooMany(retryAfterSeconds)
      const body = new Readable({ read() {} })
      const stream: Stream = { person, body, queued: [], sentAsMissed: new Set(), recheck }
      streams.add(stream)
      const expiry = setTimeout(() => end(stream), until - Date.now())
      expiry.unref()
      body.on('close', () => {
        clearTimeout(expiry)
        streams.delete(stream)
      })
      try {
        await listen()
      } catch (thrown) {
        body.destroy()
        throw thrown
      }
      void holdWhile(stream, async () => {
        const { changes, position } = await missed()
        write(stream, `${padding}retry: ${reconnectMilliseconds}\nid: ${position}\n\n`)
        if (changes.some((change) => change.kind === 'access' && concerns(person, change)))
          write(stream, formatEvent(everything, position))
        // access may have changed before the stream listened
        await checkAccess(stream, position)
        for (const change of withoutRepeats(changes)) publish(stream, change)
        stream.sentAsMissed = new Set(changes.map(({ id }) => id))
      })
      return body
    },
    close() {
      clearInterval(heartbeat)
      for (const stream of streams) end(stream)
    },
  }
}
