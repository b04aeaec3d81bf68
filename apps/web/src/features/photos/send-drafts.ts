import { texts } from '@chisholm/domain/texts'
import { isRefusal } from '../../api/client.ts'
import { keptEntries } from '../../api/kept-entries.ts'
import { newId } from '../../api/new-id.ts'
import { queryClient } from '../../api/query-client.ts'
import { session } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { changeShown, draftsQuery, dropDrafts } from './drafts.ts'
import { keptDrafts, type PhotoDraft } from './kept-drafts.ts'
import { refreshCounts, refreshPhotos, uploadPhoto } from './queries.ts'
import { sending } from './sending.ts'
import { photoTexts } from './photo-texts.ts'

/** The cached drafts, read outside of rendering. */
export const draftsNow = (owner: string): PhotoDraft[] => queryClient.getQueryData(draftsQuery(owner).queryKey) ?? []

/** Stores a new or changed draft and shows it. */
export async function keepDraft(owner: string, draft: PhotoDraft): Promise<void> {
  const kept = await keptDrafts.keep(owner, draft).catch(() => {
    toast.failure(photoTexts.noRoom)
    return draft
  })
  changeShown(queryClient, owner, (all) =>
    [...all.filter(({ id }) => id !== draft.id), kept].sort((one, other) => one.chosenAt - other.chosenAt),
  )
}

/** Uploads a draft; the caller handles failures. */
async function sendDraft(owner: string, draft: PhotoDraft): Promise<'saved' | { failure: unknown }> {
  sending.tell(draft.id, 0)
  try {
    await uploadPhoto(draft, (share) => sending.tell(draft.id, share))
    await keptDrafts.drop(owner, [draft.id]).catch(() => undefined)
    // refetched before the draft goes, so that the photo never disappears
    await refreshPhotos(draft.animalId)
    await dropDrafts(queryClient, owner, [draft.id])
    return 'saved'
  } catch (failure) {
    return { failure }
  } finally {
    sending.end(draft.id)
  }
}

// removed in the meantime, or its owner signed out: must not be uploaded or stored again
const isWanted = (owner: string, { id }: PhotoDraft) =>
  session.read()?.uuid === owner && draftsNow(owner).some((draft) => draft.id === id)

async function keepFailure(owner: string, draft: PhotoDraft, failure: unknown): Promise<void> {
  if (!isWanted(owner, draft)) return
  // the old key would only return the stored refusal
  const change = isRefusal(failure)
    ? { failure: `${texts.failure.savePhoto} ${failure.message}`, key: newId() }
    : { failure: texts.failure.savePhoto }
  await keepDraft(owner, { ...draft, ...change, waits: false })
}

/** Uploads drafts one by one while the user watches. @returns the number saved */
export async function sendDrafts(owner: string, drafts: PhotoDraft[]): Promise<number> {
  for (const { id } of drafts) sending.tell(id, 0)
  let saved = 0
  for (const draft of drafts) {
    const outcome = isWanted(owner, draft) ? await sendDraft(owner, draft) : null
    if (outcome === 'saved') saved++
    else if (outcome) await keepFailure(owner, draft, outcome.failure)
    sending.end(draft.id)
  }
  return saved
}

const unsentAnimals = async (owner: string) =>
  (await keptEntries.of(owner)).flatMap((entry) => (entry.kind === 'add animal' ? [entry.animalId] : []))

/** Offline, or the animal itself is not on the server yet. */
export const mustWait = async (owner: string, animalId: string) =>
  !navigator.onLine || (await unsentAnimals(owner)).includes(animalId)

/** Uploads waiting photos whose animal is on the server. @returns whether to retry later */
export function sendWaitingPhotos(): Promise<boolean> {
  return navigator.locks.request('chisholm.photos', async () => {
    const owner = session.read()?.uuid ?? ''
    const waiting = (await queryClient.ensureQueryData(draftsQuery(owner))).filter(({ waits }) => waits)
    const early = await unsentAnimals(owner)
    const ready = waiting.filter(({ id, animalId }) => !early.includes(animalId) && !sending.has(id))
    for (const draft of ready) {
      if (!isWanted(owner, draft)) continue
      const outcome = await sendDraft(owner, draft)
      if (outcome === 'saved') continue
      if (!isRefusal(outcome.failure)) return true
      await keepFailure(owner, draft, outcome.failure)
    }
    if (ready.length > 0) void refreshCounts()
    return false
  })
}
