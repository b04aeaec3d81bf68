import { Readable } from 'node:stream'
import type { UserId } from '../../database/ids.ts'
import type { SignedInUser } from '../../http/context.ts'
import { changesAccessOf, hasSameAccess, mayKnow } from './change-visibility.ts'
import type { Change } from './changes.queries.ts'
import { eventId, everything, formatEvent, formatPosition, formatStart } from './event-format.ts'

/** A reader with more buffered bytes is disconnected; it reads the rest when it reconnects. */
const maxBuffered = 256 * 1024
/** After more missed events than these, which must fit into the buffer, its reader reads everything anew. */
const maxMissed = 500

/** The reader of a stream. */
export interface EventReader {
  person: SignedInUser
  /** Reads the session again; null if it has ended. */
  recheck: () => Promise<SignedInUser | null>
  /** Reads the missed changes, and the position after them. */
  readMissed: () => Promise<{ changes: Change[]; position: string }>
}

/** A stream of the changes that its reader may see, in their order. */
export class EventStream {
  readonly body = new Readable({ read() {} })
  readonly #reader: EventReader
  #person: SignedInUser
  #hasEnded = false
  /** Changes that wait until earlier ones are sent; null: none has to wait. */
  #queued: Change[] | null = []
  /** Ids of changes that were sent as missed and may still arrive. */
  #sentAsMissed = new Set<number>()

  constructor(reader: EventReader) {
    this.#reader = reader
    this.#person = reader.person
  }

  get isOpen(): boolean {
    return !this.#hasEnded && !this.body.destroyed
  }

  get userId(): UserId {
    return this.#person.id
  }

  /** Sends the missed changes, then those received meanwhile. Call it after subscribing, so that none is lost. */
  start(): Promise<void> {
    return this.#holdWhile(async () => {
      const { changes, position } = await this.#reader.readMissed()
      this.#write(formatStart(position))
      if (changes.some((change) => changesAccessOf(this.#person, change)))
        this.#write(formatEvent(everything, position))
      // access may have changed before the stream received changes
      await this.#checkAccess(position)
      this.#sendMissed(changes)
      this.#sentAsMissed = new Set(changes.map(({ id }) => id))
    })
  }

  #sendMissed(changes: Change[]): void {
    const missed = lastOfEachEvent(changes.filter((change) => mayKnow(this.#person, change)))
    const last = missed.at(-1)
    if (last && missed.length > maxMissed) this.#write(formatEvent(everything, eventId(last)))
    else for (const change of missed) this.#write(formatEvent(change, eventId(change)))
  }

  /** Sends a change, if its reader may see it. */
  receive(change: Change): void {
    if (this.#queued) this.#queued.push(change)
    else if (changesAccessOf(this.#person, change)) void this.#holdWhile(() => this.#checkAccess(eventId(change)))
    else this.#publish(change)
  }

  /** Keeps the connection open, and tells the reader that it has missed nothing up to this position. */
  sendPosition(position: string): void {
    if (this.#queued === null) this.#write(formatPosition(position))
  }

  end(): void {
    if (!this.isOpen) return
    this.#hasEnded = true
    this.body.push(null)
  }

  /** Queues changes while `work` runs, because they must follow its output. */
  async #holdWhile(work: () => Promise<void>): Promise<void> {
    this.#queued = []
    try {
      await work()
    } catch {
      // the reader reconnects and reads what it missed
      return this.end()
    }
    const queued = this.#queued
    this.#queued = null
    for (const change of queued) this.receive(change)
  }

  /** Reads the session again. If it now gives access to other data, anything may have changed for its reader. */
  async #checkAccess(position: string): Promise<void> {
    const person = await this.#reader.recheck()
    if (!person) return this.end()
    if (!hasSameAccess(person, this.#person)) this.#write(formatEvent(everything, position))
    this.#person = person
  }

  #publish(change: Change): void {
    if (this.#sentAsMissed.delete(change.id)) return
    if (mayKnow(this.#person, change)) this.#write(formatEvent(change, eventId(change)))
  }

  #write(text: string): void {
    if (!this.isOpen) return
    if (this.body.readableLength > maxBuffered) this.body.destroy()
    else this.body.push(text)
  }
}

/**
 * Keeps only the last of several changes that are the same event for their reader, like those of the sites of an import,
 * in their order: a reader whose connection breaks between them resumes after the event that it received last.
 */
function lastOfEachEvent(changes: readonly Change[]): Change[] {
  const last = new Map(changes.map((change) => [eventOf(change), change]))
  return changes.filter((change) => last.get(eventOf(change)) === change)
}
const eventOf = ({ kind, post_mortem_id }: Change) => `${kind} ${post_mortem_id}`
