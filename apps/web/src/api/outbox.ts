import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { delay } from './delay.ts'
import { ApiError } from './client.ts'
import { type BasedEntry, resolveConflict } from './concurrent-changes.ts'
import type { OutboxChange } from './outbox-changes.ts'
import type { OutboxEntry } from './outbox-entries.ts'
import {
  isCreationOf,
  type DeletionChange,
  supersedeRefused,
  obsoletedByDeletion,
  withDependents,
  isEdit,
} from './outbox-rules.ts'
import { outboxStore } from './outbox-store.ts'
import { newId } from './new-id.ts'
import { sendNow } from './outbox-sender.ts'
import { outboxState } from './outbox-state.ts'
import { session } from './session.ts'
import { toast } from '../ui/toast.ts'

interface SubmitOptions {
  shown?: boolean
  onStored?: () => void
  takeBack?: () => boolean
}

/**
 * Every change of a post-mortem goes through the outbox (docs/decisions/0005-outbox.md). It is stored on the device,
 * then sent in order until the server accepts or rejects it.
 */
export const outbox = {
  /**
   * Stores a change, sends it and waits a few seconds for the result. Replaces a refused entry of the same record.
   * @param options.shown  whether to show the change at once, and not only after the wait
   * @param options.onStored  called as soon as the change outlives the page
   * @param options.takeBack  gives refused input back to its form; false if the form is closed: the entry then stays
   * @returns whether the change was sent, still waits, or waits because somebody else has changed the same fields
   * @throws ApiError  the server refused it; a new entry is then removed if its form still holds the input
   */
  async submit(
    change: OutboxChange,
    names: Record<string, string> = {},
    { shown = false, onStored, takeBack = () => true }: SubmitOptions = {},
  ): Promise<'sent' | 'waiting' | 'conflict'> {
    const owner = requireOwner()
    const { replacement, obsolete } = supersedeRefused(await outboxStore.list(owner), { change, names, key: newId() })
    if (replacement) await outboxStore.update(owner, replacement)
    const entry = replacement ?? (await outboxStore.append(owner, change, names))
    onStored?.()
    await outboxStore.remove(owner, obsolete)
    return outboxState.whileAwaited({ id: replacement ? null : entry.id, shown }, async () => {
      await Promise.race([sendNow(), delay(constants.outbox.responseTimeout)])
      const remaining = (await outboxStore.list(owner)).find(({ id }) => id === entry.id)
      if (!remaining) {
        await outboxState.confirmGone(entry)
        return 'sent'
      }
      if (!remaining.refusal) {
        reportServerFailure(change)
        return 'waiting'
      }
      if (remaining.refusal.conflict) return 'conflict'
      if (!replacement && takeBack()) await outboxStore.remove(owner, [entry])
      const { status, message, errors, type } = remaining.refusal
      throw new ApiError(status, message, errors, type)
    })
  },

  /** Retries a refused entry: in its place if it was typed, else at the end, because it may build on later input. */
  async retry(entry: OutboxEntry): Promise<void> {
    const owner = requireOwner()
    if (isEdit(entry) || entry.kind === 'write comment' || entry.kind === 'add sample')
      await outboxStore.update(owner, { ...entry, refusal: null })
    else {
      await outboxStore.append(owner, entry, entry.names)
      await outboxStore.remove(owner, [entry])
    }
    await outboxState.reload()
    await sendNow()
  },

  /** Deletes a post-mortem or an animal, even if the server does not have it yet. Returns and throws like `submit`. */
  async remove(deletion: DeletionChange): Promise<'sent' | 'waiting' | 'conflict'> {
    const owner = requireOwner()
    const obsolete = obsoletedByDeletion(await outboxStore.list(owner), deletion)
    await outboxStore.remove(owner, obsolete)
    if (!obsolete.some((entry) => isCreationOf(entry, deletion))) return outbox.submit(deletion)
    await outboxState.reload()
    void sendNow()
    return 'sent'
  },

  /**
   * Resolves a conflict.
   * @param kept  the fields that keep the user's value
   */
  async resolve(entry: BasedEntry, kept: ReadonlySet<string>): Promise<void> {
    const resolved = resolveConflict(entry, kept)
    if (!resolved) return outbox.discard(entry)
    await outboxStore.update(requireOwner(), resolved)
    await outboxState.reload()
    await sendNow()
  },

  async discard(entry: OutboxEntry): Promise<void> {
    const owner = requireOwner()
    await outboxStore.remove(owner, withDependents(await outboxStore.list(owner), entry))
    await outboxState.reload()
    await sendNow()
  },

  /** Removes all unsent entries of a user. Called on sign-out. */
  async clear(owner: string): Promise<void> {
    await outboxStore.remove(owner, await outboxStore.list(owner))
    await outboxState.reload()
  },
}

/** The texts of specification section 8. Changes of animals say beside their fields what has become of them. */
const failureTexts: Partial<Record<OutboxChange['kind'], string>> = {
  'create post-mortem': texts.failure.addPostMortem,
  'edit post-mortem': texts.failure.updatePostMortem,
  'send post-mortem': texts.failure.updatePostMortem,
  'schedule post-mortem': texts.failure.updatePostMortem,
  'complete post-mortem': texts.failure.updatePostMortem,
  'delete post-mortem': texts.failure.deletePostMortem,
}

/** Tells that the server failed to do a change, which is tried again. A missing connection is no failure. */
function reportServerFailure({ kind }: OutboxChange): void {
  const text = failureTexts[kind]
  if (text && outboxState.getState().serverFailed) toast.failure(text)
}

/** @throws Error  nobody is signed in, so the change stays with its form */
function requireOwner(): string {
  const owner = session.read()?.uuid
  if (!owner) throw new Error(texts.failure.authenticate)
  return owner
}
