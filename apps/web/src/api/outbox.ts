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
 * Every change of a post-mortem goes through the outbox (docs/decisions/0005-outbox.md): it is stored on the device,
 * then sent in order until the server accepts or refuses it.
 */
export const outbox = {
  /**
   * Stores a change, sends it and waits a few seconds for the result. Replaces a refused entry of the same record.
   * @returns  whether it was sent or still waits
   * @throws ApiError  the server refused it; a new entry is then removed, because its form still holds the input
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

  /** Retries a refused entry: in place, or at the end if it sends or deletes. */
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

  /** Deletes a post-mortem or an animal, even if the server does not have it yet. Returns and throws as `submit`. */
  async remove(deletion: Deletion): Promise<'sent' | 'waiting'> {
    const owner = ownerNow()
    const needless = needlessBefore(await keptEntries.of(owner), deletion)
    await keptEntries.drop(owner, needless)
    if (!needless.some((entry) => creates(entry, deletion))) return outbox.submit(deletion)
    await outboxState.look()
    void sendNow()
    return 'sent'
  },

  /** Removes an entry and the entries that depend on it. */
  async discard(entry: Entry): Promise<void> {
    const owner = ownerNow()
    await keptEntries.drop(owner, withDependents(await keptEntries.of(owner), entry))
    await outboxState.look()
    await sendNow()
  },

  /** Removes all unsent entries of a user; called on sign-out. */
  async clear(owner: string): Promise<void> {
    await keptEntries.drop(owner, await keptEntries.of(owner))
    await outboxState.look()
  },
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const ownerNow = () => session.read()?.uuid ?? ''
