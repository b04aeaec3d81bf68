import { texts } from '@chisholm/domain/texts'
import { isRefusal, isServerFailure } from '../../api/api-error.ts'
import { ApiError, api } from '../../api/client.ts'
import type { DependentsResult } from '../../api/outbox-sender.ts'
import { photoConnection } from '../../api/photo-connection.ts'
import { outboxStore } from '../../api/outbox-store.ts'
import { runInOneTab } from '../../api/run-in-one-tab.ts'
import { photosLock } from '../../api/web-locks.ts'
import { newId } from '../../api/new-id.ts'
import { queryClient } from '../../api/query-client.ts'
import { session } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import {
  notifyOtherTabs,
  photoDraftsQuery,
  removePhotoDrafts,
  updateCachedDrafts,
  writeInOrder,
} from './photo-drafts.ts'
import { photoDraftStore, type PhotoDraft } from './photo-draft-store.ts'
import { inParallel } from './in-parallel.ts'
import { refreshCounts, refreshPhotos } from './queries.ts'
import { uploadPhoto } from './upload-in-parts.ts'
import { uploadProgress } from './upload-progress.ts'
import { photoTexts } from './photo-texts.ts'

/** The cached drafts, read outside of rendering. */
export const currentPhotoDrafts = (owner: string): PhotoDraft[] =>
  queryClient.getQueryData(photoDraftsQuery(owner).queryKey) ?? []

const findDraft = (owner: string, id: string) => currentPhotoDrafts(owner).find((draft) => draft.id === id)

/**
 * Changes a draft as it is by now, because its upload, its user and the reduction of its size may change it at once.
 * @returns false if there is no such draft any more
 */
export async function changePhotoDraft(owner: string, id: string, change: Partial<PhotoDraft>): Promise<boolean> {
  if (!findDraft(owner, id)) return false
  updateCachedDrafts(queryClient, owner, (all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)))
  await writeInOrder(id, change, () =>
    photoDraftStore.change(owner, id, change).catch(() => {
      // it is being saved just now
      if (!change.waits) toast.failure(photoTexts.noRoom)
    }),
  )
  notifyOtherTabs(owner)
  return true
}

/** Stores a new draft and shows it. */
export async function savePhotoDraft(owner: string, draft: PhotoDraft): Promise<void> {
  const stored = await photoDraftStore.save(owner, draft).catch(() => {
    toast.failure(photoTexts.noRoom)
    return draft
  })
  updateCachedDrafts(queryClient, owner, (all) =>
    [...all.filter(({ id }) => id !== draft.id), stored].sort((one, other) => one.chosenAt - other.chosenAt),
  )
  notifyOtherTabs(owner)
}

/**
 * Uploads a draft.
 * @returns false if an earlier one must be uploaded again first
 */
async function uploadDraft(owner: string, draft: PhotoDraft, allBefore: Promise<boolean>): Promise<boolean> {
  const report = (fraction: number) => uploadProgress.set(draft.id, fraction)
  if (!(await uploadPhoto(owner, draft, report, allBefore))) return false
  try {
    const saved = await saveFields(owner, draft.id)
    // refetched before the draft is removed, so that the photo never disappears; what is typed meanwhile is stored with
    // it
    await refreshPhotos()
    await saveFields(owner, draft.id, saved)
  } catch (failure) {
    // the photo itself is on the server, so another upload would save it twice
    if (!isRefusal(failure)) throw failure
    if (isStillDraft(owner, draft))
      toast.warning(draft.id, `${photoTexts.savedWithoutNotes(draft.file.name)} ${failure.message}`)
    await refreshPhotos()
  }
  // removed at once, so that a later change is one of the saved photo
  updateCachedDrafts(queryClient, owner, (all) => all.filter(({ id }) => id !== draft.id))
  await removePhotoDrafts(queryClient, owner, [draft.id])
  return true
}

type SavedFields = Pick<PhotoDraft, 'caption' | 'markup'>

/**
 * Saves caption and drawing of an uploaded draft until nothing has changed meanwhile.
 * @param saved  what the server has
 * @returns what the server has afterwards
 */
async function saveFields(owner: string, id: string, saved: SavedFields = {}): Promise<SavedFields> {
  const draft = findDraft(owner, id)
  const isSame = (name: keyof SavedFields) => (draft?.[name] || null) === (saved[name] || null)
  if (!draft || (isSame('caption') && isSame('markup'))) return saved
  const { caption = null, markup = null } = draft
  await api.put('/medias/{id}', { caption, markup }, { id })
  return saveFields(owner, id, draft)
}

// false if the draft was removed or its owner signed out during the upload: then it must not be uploaded or stored
// again
const isStillDraft = (owner: string, { id }: PhotoDraft) =>
  session.read()?.uuid === owner && currentPhotoDrafts(owner).some((draft) => draft.id === id)

async function recordRefusal(owner: string, draft: PhotoDraft, refusal: ApiError): Promise<void> {
  if (!isStillDraft(owner, draft)) return
  await changePhotoDraft(owner, draft.id, {
    failure: `${texts.failure.savePhoto} ${refusal.message}`,
    waits: false,
    // the old key would only return the stored error
    key: newId(),
    // the slot was retired in the meantime, so a retry saves an extra photo
    ...(refusal.errors['slot_id'] && { slotId: null }),
  })
}

const listUnsentAnimals = async (owner: string) =>
  (await outboxStore.list(owner)).flatMap((entry) => (entry.kind === 'add animal' ? [entry.animalId] : []))

/** Whether uploads must wait: offline, without Wi-Fi, or because the animal itself is not on the server yet. */
export const mustWait = async (owner: string, animalId: string) =>
  !navigator.onLine || photoConnection.isWaiting() || (await listUnsentAnimals(owner)).includes(animalId)

/** Whether photos of the post-mortem are still to be uploaded, without rejected ones. */
export async function isWaitingForPhotos(postMortemId: string): Promise<boolean> {
  const owner = session.read()?.uuid ?? ''
  const drafts = await queryClient.ensureQueryData(photoDraftsQuery(owner))
  return drafts.some((draft) => draft.postMortemId === postMortemId && draft.waits)
}

/** Enough uploads to use a weak connection fully, and few enough that the first photos arrive soon. */
const uploadsAtOnce = 3

let queuedUpload: Promise<DependentsResult> | undefined

/**
 * Uploads queued photos whose animal is on the server, in the order in which they were chosen. Only one tab does so at a
 * time. Calls that are made before this tab gets the lock share one run.
 */
export function uploadWaitingPhotos(): Promise<DependentsResult> {
  // a change of the connection triggers the upload
  if (photoConnection.isWaiting()) return Promise.resolve('nothing')
  queuedUpload ??= runInOneTab(photosLock, () => {
    queuedUpload = undefined
    return uploadAll(session.read()?.uuid ?? '')
  })
  return queuedUpload
}

async function uploadAll(owner: string): Promise<DependentsResult> {
  const drafts = await queryClient.ensureQueryData(photoDraftsQuery(owner))
  // another tab may just have uploaded some
  const storedIds = await photoDraftStore.listIds(owner)
  const unsentAnimalIds = await listUnsentAnimals(owner)
  const ready = drafts.filter(
    ({ id, animalId, waits }) => waits && storedIds.has(id) && !unsentAnimalIds.includes(animalId),
  )
  for (const { id } of ready) uploadProgress.set(id, 0)
  let result: DependentsResult = ready.length > 0 ? 'sent' : 'nothing'
  await inParallel(ready, uploadsAtOnce, async (draft, allBefore) => {
    if (!isStillDraft(owner, draft)) return true
    try {
      return await uploadDraft(owner, draft, allBefore)
    } catch (failure) {
      if (isRefusal(failure)) {
        await recordRefusal(owner, draft, failure)
        return true
      }
      result = isServerFailure(failure) ? 'failed' : 'unreachable'
      // a photo on which the server fails each time must not hold back the others
      return failure instanceof ApiError && failure.status === 500
    } finally {
      uploadProgress.end(draft.id)
    }
  })
  for (const { id } of ready) uploadProgress.end(id)
  if (ready.length > 0) void refreshCounts()
  return result
}
