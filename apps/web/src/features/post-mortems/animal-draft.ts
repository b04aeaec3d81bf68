import { texts } from '@chisholm/domain/texts'
import { serverTime } from '../../api/server-clock.ts'
import { deleteDraft, draftOwner, readDraft, saveDraft } from '../../api/form-drafts.ts'
import { errorMessage } from '../../ui/toast.ts'
import { mergeInput, sameFields, type UnsavedInput, withChange, withoutValues } from './unsaved-input.ts'
import { createListeners } from '../../api/listeners.ts'

export type DraftStatus = 'untouched' | 'typed' | 'saving' | 'saved' | 'waiting' | 'failed'

export interface DraftState<Fields> {
  unsaved: UnsavedInput<Fields> | null
  /** The saved input, as it was typed: the server trims texts. */
  saved: Partial<Fields>
  status: DraftStatus
  /** When the server last saved input, in milliseconds; null if it did not yet. */
  savedAt: number | null
  /** The error text of the last attempt to save. */
  reason: string | null
}

interface AnimalDraftOptions<Fields> {
  /** The name under which the draft is stored on the device. */
  name: string
  /** Submits input to the outbox. */
  submit: (input: UnsavedInput<Fields>) => Promise<'sent' | 'waiting' | 'conflict'>
  /** The fields that can be sent now; the others need more input. */
  sendable: (typed: Partial<Fields>) => Partial<Fields>
}

/**
 * A veterinarian's input about one animal: stored on the device with every change, and saved through the outbox, one
 * save at a time.
 */
export class AnimalDraft<Fields extends object> {
  private readonly options: AnimalDraftOptions<Fields>
  private readonly owner = draftOwner()
  private readonly untouched: DraftState<Fields> = {
    unsaved: null,
    saved: {},
    status: 'untouched',
    savedAt: null,
    reason: null,
  }
  private readonly listeners = createListeners()
  private state = this.untouched
  private lastSave = Promise.resolve(true)

  constructor(options: AnimalDraftOptions<Fields>) {
    this.options = options
  }

  getState = (): DraftState<Fields> => this.state

  subscribe = this.listeners.subscribe

  /** Called on every keystroke. @param shown  the values that the form showed before the first change */
  change(shown: Fields, change: Partial<Fields>): void {
    const unsaved = withChange(this.state.unsaved, shown, change)
    this.setState({ ...this.state, unsaved, status: 'typed', reason: null })
    void this.store({})
  }

  async discard(): Promise<void> {
    const typed = this.state.unsaved?.typed ?? {}
    this.reset()
    await this.store(typed)
  }

  /** Forgets the input here, but not on the device. */
  reset(): void {
    this.setState(this.untouched)
  }

  /** Restores the input from before a reload. @returns the unsaved input, if there is any */
  async restore(): Promise<UnsavedInput<Fields> | null> {
    if (this.state !== this.untouched) return this.state.unsaved
    const unsaved = await readDraft<UnsavedInput<Fields>>(this.options.name)
    if (unsaved && this.state === this.untouched) this.setState({ ...this.untouched, unsaved, status: 'typed' })
    return unsaved
  }

  /**
   * @returns true if everything is saved or queued; false if it was rejected, if somebody else has changed the same
   * fields, or if it needs more input
   */
  save(): Promise<boolean> {
    this.lastSave = this.lastSave.then(() => this.send())
    return this.lastSave
  }

  private async send(): Promise<boolean> {
    const { unsaved } = this.state
    if (!unsaved || draftOwner() !== this.owner) return true
    const typed = this.options.sendable(unsaved.typed)
    const isComplete = Object.keys(typed).length === Object.keys(unsaved.typed).length
    if (Object.keys(typed).length === 0) return false
    this.setState({ ...this.state, status: 'saving', reason: null })
    try {
      const outcome = await this.options.submit({ typed, before: sameFields(unsaved.before, typed) })
      await this.markSaved(typed, outcome === 'sent' ? 'saved' : 'waiting')
      return outcome !== 'conflict' && (isComplete || this.state.unsaved === null)
    } catch (failure) {
      this.setState({ ...this.state, status: 'failed', reason: errorMessage(failure, texts.failure.saveAnimal) })
      return false
    }
  }

  /** Removes input that is saved or queued. Newer input stays. */
  async markSaved(typed: Partial<Fields>, status: 'saved' | 'waiting'): Promise<void> {
    const { unsaved: before, saved } = this.state
    const left = before && withoutValues(before, typed)
    const unsaved = left && { typed: left.typed, before: { ...before.before, ...typed } }
    const savedAt = status === 'saved' ? serverTime() : null
    this.setState({ unsaved, saved: { ...saved, ...typed }, status: unsaved ? 'typed' : status, savedAt, reason: null })
    await this.store(typed)
  }

  private setState(next: DraftState<Fields>): void {
    this.state = next
    this.listeners.notify()
  }

  /**
   * Stores the unsaved input on the device. The stored draft belongs to all tabs: each of them writes and removes only
   * what was typed there.
   * @param gone  what was saved or discarded
   */
  private async store(gone: Partial<Fields>): Promise<void> {
    const { name } = this.options
    const { unsaved } = this.state
    if (unsaved) saveDraft(name, unsaved, (stored) => mergeInput(stored && withoutValues(stored, gone), unsaved))
    else await deleteDraft<UnsavedInput<Fields>>(name, (stored) => withoutValues(stored, gone))
  }
}
