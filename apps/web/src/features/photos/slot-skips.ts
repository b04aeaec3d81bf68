import { useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '@chisholm/domain/texts'
import { deleteDraft, draftQuery, saveDraft } from '../../api/form-drafts.ts'
import { outboxChanges } from '../../api/outbox-changes.ts'
import { outbox } from '../../api/outbox.ts'
import { errorMessage, toast } from '../../ui/toast.ts'

/** Reasons for missing photos by slot; an empty reason removes a saved one. */
export type SlotSkips = Readonly<Record<string, string>>

const none: SlotSkips = {}

/** The reasons that another tab has stored, without those that were here before, and with those that are here now. */
const merged = (stored: SlotSkips, before: SlotSkips, next: SlotSkips): SlotSkips => ({
  ...Object.fromEntries(Object.entries(stored).filter(([slotId]) => !(slotId in before))),
  ...next,
})

/** Reasons by slot that are stored on the device immediately. Each tab changes only those that were given there. */
function useReasonsDraft(draftName: string) {
  const query = draftQuery<SlotSkips>(draftName)
  const queryClient = useQueryClient()
  const reasons = useQuery(query).data ?? none
  const current = (): SlotSkips => queryClient.getQueryData(query.queryKey) ?? none
  const store = async (next: SlotSkips) => {
    const before = current()
    queryClient.setQueryData(query.queryKey, next)
    if (Object.keys(next).length > 0) return saveDraft(draftName, next, (stored = none) => merged(stored, before, next))
    await deleteDraft<SlotSkips>(draftName, (stored) => {
      const left = merged(stored, before, none)
      return Object.keys(left).length > 0 ? left : null
    })
  }
  return { reasons, current, store }
}

/** Reasons of an animal that are still being typed. They stay while their form is closed, and over a reload. */
export function useTypedReasons(animalId: string) {
  const { reasons, current, store } = useReasonsDraft(`typed-photo-reasons ${animalId}`)
  return {
    typedReasons: reasons,
    typeReason: (slotId: string, reason: string) => {
      const { [slotId]: _, ...others } = current()
      void store(reason ? { ...others, [slotId]: reason } : others)
    },
    discardTyped: () => store(none),
  }
}

/** Reasons of an animal that are not saved yet. They are stored on the device immediately. */
export function useSlotSkips(postMortemId: string, animalId: string) {
  const { reasons: skips, current, store } = useReasonsDraft(`skipped-photos ${animalId}`)
  const saveOne = async ([slotId, reason]: [string, string]) => {
    try {
      await outbox.submit(outboxChanges.skipPhoto(postMortemId, animalId, slotId, reason), {}, { shown: true })
      const { [slotId]: latest, ...others } = current()
      // Otherwise, it was changed while it was saved.
      if (latest === reason) await store(others)
      return true
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.failure.saveAnimal))
      return false
    }
  }
  return {
    skips,
    skip: (slotId: string, reason: string) => void store({ ...current(), [slotId]: reason }),
    /** Saves all through the outbox. @returns whether all are saved or queued */
    save: async () => (await Promise.all(Object.entries(current()).map(saveOne))).every(Boolean),
    discard: () => store(none),
    hasUnsaved: () => Object.keys(current()).length > 0,
  }
}
