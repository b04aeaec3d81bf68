import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { photoConnection } from '../../api/photo-connection.ts'
import { delay } from '../../api/delay.ts'
import { sendDependents, sendNow } from '../../api/outbox-sender.ts'
import { session, useSession } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { shrinkDraft } from './shrink-draft.ts'
import { validatePhoto } from './validate-photo.ts'
import { photoDraftsQuery, removePhotoDrafts } from './photo-drafts.ts'
import { newDrafts } from './new-drafts.ts'
import type { PhotoDraft } from './photo-draft-store.ts'
import { useEditPhoto } from './queries.ts'
import { type SlotSkips, useSlotSkips, useTypedReasons } from './slot-skips.ts'
import { changePhotoDraft, currentPhotoDrafts, savePhotoDraft, mustWait } from './upload-photo-drafts.ts'
import { uploadProgress, useAwaitedPhotos } from './upload-progress.ts'

type DraftFields = Partial<Pick<PhotoDraft, 'caption' | 'markup' | 'defect'>>

/** Unsaved photos of an animal. */
export interface PhotoDrafts {
  drafts: PhotoDraft[]
  /** Whether drafts are still being loaded from the device. */
  isPending: boolean
  /** Errors of the last chosen files, each with the file name. */
  rejectedFiles: string[]
  saving: boolean
  /**
   * @param slotId  the photo slot; undefined for extra photos
   * @returns how many files were added; `rejectedFiles` tells about the others
   */
  add: (files: File[], slotId?: string) => Promise<number>
  remove: (ids: string[]) => Promise<void>
  /** Stores a draft again that was removed. One that waited for its upload waits again. */
  undoRemoval: (draft: PhotoDraft) => Promise<void>
  /** Changes caption or drawing of a draft, or accepts a blurred or dark one. */
  edit: (draft: PhotoDraft, change: DraftFields) => Promise<void>
  /** Reasons not saved yet, by slot. */
  skips: SlotSkips
  /** Sets the reason why a slot has no photo; an empty text removes it. */
  skip: (slotId: string, reason: string) => void
  /** Reasons that are still being typed, by slot. */
  typedReasons: SlotSkips
  /** Stores a reason that is being typed; an empty text removes it. */
  typeReason: (slotId: string, reason: string) => void
  /** Removes everything unsaved of an animal that will not be created. */
  discard: () => Promise<void>
  /**
   * Queues drafts for upload, and saves the reasons; all of the animal by default. Waits a few seconds for the uploads,
   * which then continue by themselves. @returns whether all are saved or queued
   */
  save: (chosen?: PhotoDraft[]) => Promise<boolean>
  /**
   * Whether any draft is neither saved nor queued, or any reason is unsaved. It reads the cache, so it is current
   * between renders.
   */
  hasUnsaved: () => boolean
}

export function usePhotoDrafts(postMortemId: string, animalId: string): PhotoDrafts {
  const owner = useSession()?.uuid ?? ''
  const queryClient = useQueryClient()
  const all = useQuery(photoDraftsQuery(owner))
  const drafts = (all.data ?? []).filter((draft) => draft.animalId === animalId)
  const currentDrafts = () => currentPhotoDrafts(owner).filter((draft) => draft.animalId === animalId)
  const awaited = useAwaitedPhotos()
  const saving = drafts.some(({ id }) => awaited.has(id))
  const slotSkips = useSlotSkips(postMortemId, animalId)
  const { discardTyped, ...typed } = useTypedReasons(animalId)
  const editPhoto = useEditPhoto(postMortemId)
  const { add, rejectedFiles, whenAdded } = useAddDrafts(owner, postMortemId, animalId)
  // those that the phone ended the app for, or that were brought back
  useEffect(() => {
    for (const draft of all.data ?? []) if (draft.animalId === animalId) void shrinkDraft(owner, draft)
  }, [all.data, owner, animalId])
  return {
    drafts,
    isPending: all.isPending,
    rejectedFiles,
    saving,
    add,
    save: async (chosen) => {
      // Save may be pressed while chosen files are still being stored and shrunk
      await whenAdded()
      await Promise.all(currentDrafts().map((draft) => shrinkDraft(owner, draft)))
      const skipsSaved = chosen !== undefined || (await slotSkips.save())
      return (await saveDrafts(owner, animalId, chosen ?? currentDrafts().filter(({ waits }) => !waits))) && skipsSaved
    },
    remove: (ids) => removePhotoDrafts(queryClient, owner, ids),
    undoRemoval: async (draft) => {
      await savePhotoDraft(owner, draft)
      if (draft.waits) void sendNow()
    },
    edit: async ({ id }, change) => {
      if (await changePhotoDraft(owner, id, change)) return
      const { defect, ...fields } = change
      // uploaded meanwhile
      if (defect === undefined) editPhoto.mutate({ photo: { id, media_attachable_id: animalId }, change: fields })
    },
    skips: slotSkips.skips,
    skip: slotSkips.skip,
    ...typed,
    discard: async () => {
      await slotSkips.discard()
      await discardTyped()
      const ids = currentDrafts().map(({ id }) => id)
      await removePhotoDrafts(queryClient, owner, ids)
    },
    hasUnsaved: () => currentDrafts().some(({ waits }) => !waits) || slotSkips.hasUnsaved(),
  }
}

/** Makes drafts of chosen files, in the order in which they are chosen, and begins to shrink them. */
function useAddDrafts(owner: string, postMortemId: string, animalId: string) {
  const [rejectedFiles, setRejectedFiles] = useState<string[]>([])
  const adding = useRef<Promise<unknown>>(Promise.resolve())
  const storeAll = async (files: File[], slotId?: string) => {
    const reasons = await Promise.all(files.map(validatePhoto))
    setRejectedFiles(reasons.flatMap((reason, index) => (reason ? [`${files[index]?.name}: ${reason}`] : [])))
    const drafts = newDrafts(
      files.filter((_, index) => reasons[index] === null),
      { postMortemId, animalId, ...(slotId && { slotId }) },
      currentPhotoDrafts(owner),
    )
    for (const draft of drafts) {
      await savePhotoDraft(owner, draft)
      void shrinkDraft(owner, draft)
    }
    return drafts
  }
  return {
    rejectedFiles,
    add: (files: File[], slotId?: string) => {
      // one call after the other: photos are stored in the order in which they are taken
      const drafts = adding.current.catch(() => undefined).then(() => storeAll(files, slotId))
      adding.current = drafts
      return drafts.then(({ length }) => length)
    },
    /** Resolves once the files chosen so far are stored. */
    whenAdded: () => adding.current,
  }
}

/**
 * Queues drafts for upload. Waits a few seconds for the uploads, which then continue by themselves.
 * @returns whether all are saved or queued
 */
async function saveDrafts(owner: string, animalId: string, chosen: readonly PhotoDraft[]): Promise<boolean> {
  // a double click saves them once
  const ready = chosen.filter(({ id }) => !uploadProgress.has(id) && !uploadProgress.isAwaited(id))
  if (ready.length === 0) return true
  const ids = ready.map(({ id }) => id)
  let areQueued = false
  await uploadProgress.whileAwaited(ids, async () => {
    // stored first, so that they are uploaded even if the app is closed now
    const queued = await Promise.all(ids.map((id) => changePhotoDraft(owner, id, { failure: null, waits: true })))
    areQueued = queued.every(Boolean)
    if (!(await mustWait(owner, animalId))) {
      const sent = sendDependents().then(() => reportSaved(owner, ids))
      return Promise.race([sent, delay(constants.outbox.responseTimeout)])
    }
    toast.success(photoConnection.isWaiting() ? outboxTexts.photosWaitForWifi : outboxTexts.photosWait)
    void sendNow()
  })
  return areQueued && remainingOf(owner, ids).every(({ waits }) => waits)
}

const remainingOf = (owner: string, ids: string[]) => currentPhotoDrafts(owner).filter(({ id }) => ids.includes(id))

/** Tells the user what has become of saved photos. */
function reportSaved(owner: string, ids: string[]): void {
  if (session.read()?.uuid !== owner) return
  if (remainingOf(owner, ids).length > 0) toast.failure(texts.failure.savePhoto)
  else toast.success(texts.success.photoSaved)
}
