import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { draftOwner, listDrafts } from '../../api/form-drafts.ts'
import { AnimalDraft } from './animal-draft.ts'
import type { UnsavedInput } from './unsaved-input.ts'
import { createListeners } from '../../api/listeners.ts'

interface AnimalDraftsOptions<Fields> {
  /** The prefix of the names under which drafts are stored. */
  name: string
  /** Submits input to the outbox. */
  submit: (
    postMortemId: string,
    animalId: string,
    input: UnsavedInput<Fields>,
  ) => Promise<'sent' | 'waiting' | 'conflict'>
  /** The fields that can be sent now; the others need more input. By default all fields. */
  sendable?: (typed: Partial<Fields>) => Partial<Fields>
}

/** Diagnosis and examination of an animal change each other, so that neither may show what the other one was before. */
export const shownAtOnce = { shown: true }

export type AnimalDrafts<Fields extends object> = ReturnType<typeof createAnimalDrafts<Fields>>

/**
 * Drafts of a veterinarian's input about animals, by user, post-mortem and animal. They are module state, because
 * saving continues after the screen is left, and every screen that shows the animal must show unsaved input.
 */
export function createAnimalDrafts<Fields extends object>(options: AnimalDraftsOptions<Fields>) {
  const { submit, sendable = (typed) => typed } = options
  const drafts = new Map<string, AnimalDraft<Fields>>()
  const listeners = createListeners()
  const prefixOf = (postMortemId: string) => `${options.name} ${postMortemId} `
  const keyOf = (name: string) => `${draftOwner()}/${name}`

  function draftOf(postMortemId: string, animalId: string): AnimalDraft<Fields> {
    const name = prefixOf(postMortemId) + animalId
    const known = drafts.get(keyOf(name))
    if (known) return known
    const draft = new AnimalDraft({ name, submit: (input) => submit(postMortemId, animalId, input), sendable })
    draft.subscribe(listeners.notify)
    drafts.set(keyOf(name), draft)
    return draft
  }

  return {
    of: draftOf,

    subscribe: listeners.subscribe,

    /** The ids of a post-mortem's animals that have unsaved input. */
    animalsWithInput(postMortemId: string): string[] {
      const prefix = keyOf(prefixOf(postMortemId))
      const unsaved = [...drafts].filter(([key, draft]) => key.startsWith(prefix) && draft.getState().unsaved)
      return unsaved.map(([key]) => key.slice(prefix.length))
    },

    /** Restores the drafts of a post-mortem from before a reload. */
    async restoreAllOf(postMortemId: string): Promise<void> {
      const prefix = prefixOf(postMortemId)
      const names = (await listDrafts()).map(({ form }) => form).filter((form) => form.startsWith(prefix))
      for (const name of names) await draftOf(postMortemId, name.slice(prefix.length)).restore()
    },

    /** Saves the drafts of all animals, including those from before a reload. Returns like `save` of one draft. */
    async saveAllOf(postMortem: PostMortem): Promise<boolean> {
      let saved = true
      for (const { id } of postMortem.veterinary_record.veterinary_record_animals) {
        const draft = draftOf(postMortem.id, id)
        await draft.restore()
        saved = (await draft.save()) && saved
      }
      return saved
    },

    /** Forgets the drafts of a user who signs out. */
    clear(owner: string): void {
      for (const [key, draft] of drafts) if (key.startsWith(`${owner}/`)) draft.reset()
    },
  }
}
