import { constants } from '@chisholm/domain/constants'
import { ApiFailure } from './client.ts'
import {
  type Change,
  creates,
  type Deletion,
  type Entry,
  mend,
  needlessBefore,
  withDependents,
  writes,
} from './entries.ts'
import { keptEntries } from './kept-entries.ts'
import { newId } from './new-id.ts'
import { sendNow } from './outbox-sender.ts'
import { outboxState } from './outbox-state.ts'
import { session } from './session.ts'

/**
 * The way of every change of a ticket to the server (docs/decisions/0005-outbox.md): it is written to the device
 * first and sent from there, one after the other, until the server has it or refuses it.
 */
export const outbox = {
  /**
   * Keeps a change, sends it, and waits a little for the answer. A change of what was refused corrects that.
   * @returns  whether the server has it, or it waits on this device
   * @throws ApiFailure  the server refused it; a new change is taken back then, for its form still has what was typed
   */
  async submit(change: Change, names: Record<string, string> = {}): Promise<'sent' | 'waiting'> {
    const owner = ownerNow()
    const { mended, needless } = mend(await keptEntries.of(owner), { change, names, key: newId() })
    if (mended) await keptEntries.change(owner, mended)
    const entry = mended ?? (await keptEntries.append(owner, change, names))
    await keptEntries.drop(owner, needless)
    return outboxState.whileAwaited(mended ? null : entry.id, async () => {
      await Promise.race([sendNow(), pause(constants.outbox.patience)])
      const left = (await keptEntries.of(owner)).find(({ id }) => id === entry.id)
      if (!left) {
        await outboxState.gone(entry)
        return 'sent'
      }
      if (!left.refusal) return 'waiting'
      if (!mended) await keptEntries.drop(owner, [entry])
      throw new ApiFailure(left.refusal.status, left.refusal.message, left.refusal.errors)
    })
  },

  /** Gives a refused entry another try: in its place, or, when it only does something with the ticket, at the end. */
  async retry(entry: Entry): Promise<void> {
    const owner = ownerNow()
    if (writes(entry)) await keptEntries.change(owner, { ...entry, refusal: null })
    else {
      await keptEntries.append(owner, entry, entry.names)
      await keptEntries.drop(owner, [entry])
    }
    await outboxState.look()
    await sendNow()
  },

  /** Deletes a ticket or an animal, whether the server has it or not. Gives and throws as `submit`. */
  async remove(deletion: Deletion): Promise<'sent' | 'waiting'> {
    const owner = ownerNow()
    const needless = needlessBefore(await keptEntries.of(owner), deletion)
    await keptEntries.drop(owner, needless)
    if (!needless.some((entry) => creates(entry, deletion))) return outbox.submit(deletion)
    await outboxState.look()
    void sendNow()
    return 'sent'
  },

  /** Gives up an entry, and those that make no sense without it. */
  async discard(entry: Entry): Promise<void> {
    const owner = ownerNow()
    await keptEntries.drop(owner, withDependents(await keptEntries.of(owner), entry))
    await outboxState.look()
    await sendNow()
  },

  /** Forgets all that a person has not sent: part of signing out. */
  async clear(owner: string): Promise<void> {
    await keptEntries.drop(owner, await keptEntries.of(owner))
    await outboxState.look()
  },
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const ownerNow = () => session.read()?.uuid ?? ''
