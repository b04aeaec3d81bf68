import type { Readable } from 'node:stream'
import { tooMany } from '../../http/app-error.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Change } from './changes.queries.ts'
import { eventId } from './event-format.ts'
import { type EventReader, EventStream } from './event-stream.ts'

/** Maximum number of streams per person and server. A browser has one stream for all its tabs. */
const maxPerUser = 10
const retryAfterSeconds = 30
const heartbeatMilliseconds = 20_000

export interface EventStreams {
  /**
   * Opens a stream of the changes that this person may see.
   * @param until  when it ends: the expiry time of the access token
   * @throws tooMany  the person has too many open streams
   */
  open(reader: EventReader, until: number): Promise<Readable>
  /** Ends all streams. */
  close(): void
}

/** The open streams of this server. */
export function createEventStreams(feed: ChangeFeed): EventStreams {
  const streams = new Set<EventStream>()
  const heartbeat = setInterval(() => {
    const position = eventId({ horizon: feed.horizon(), id: 0, created_at: new Date().toISOString() })
    for (const stream of streams) stream.sendPosition(position)
  }, heartbeatMilliseconds)
  heartbeat.unref()

  const onChange = (change: Change) => {
    for (const stream of streams) stream.receive(change)
  }
  let listening: Promise<void> | undefined
  const listen = () =>
    (listening ??= feed.listen(onChange).catch((thrown: unknown) => {
      listening = undefined
      throw thrown
    }))

  return {
    async open(reader, until) {
      const ofPerson = [...streams].filter((stream) => stream.isOpen && stream.userId === reader.person.id)
      if (ofPerson.length >= maxPerUser) throw tooMany(retryAfterSeconds)
      const stream = new EventStream(reader)
      streams.add(stream)
      const expiry = setTimeout(() => stream.end(), until - Date.now())
      expiry.unref()
      stream.body.on('close', () => {
        clearTimeout(expiry)
        streams.delete(stream)
      })
      try {
        await listen()
      } catch (thrown) {
        stream.body.destroy()
        throw thrown
      }
      void stream.start()
      return stream.body
    },
    close() {
      clearInterval(heartbeat)
      for (const stream of streams) stream.end()
    },
  }
}
