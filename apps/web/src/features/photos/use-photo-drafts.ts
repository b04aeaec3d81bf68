import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { ApiFailure, isUndecided } from '../../api/client.ts'
import { newId } from '../../api/new-id.ts'
import { session, useSession } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { reasonToRefuse } from './accepted.ts'
import { changeShown, draftsQuery, dropDrafts } from './drafts.ts'
import { keptDrafts, type PhotoDraft } from './kept-drafts.ts'
import { uploadPhoto, useRefreshPhotos } from './queries.ts'
import { sending, useAnySending } from './sending.ts'

/** The photos of an animal that are not saved yet, and what can be done with them. */
export interface PhotoDrafts {
  drafts: PhotoDraft[]
  /** Whether the device has been asked what it keeps. */
  isPending: boolean
  /** What was refused when files were last chosen, each with the name of its file. */
  refused: string[]
  saving: boolean
  add: (files: File[]) => Promise<void>
  remove: (ids: string[]) => Promise<void>
  /** Sends drafts one after the other, all of the animal unless told otherwise. @returns whether all are saved */
  save: (chosen?: PhotoDraft[]) => Promise<boolean>
  /** Whether something is unsaved at this very moment, also between two drawings of a screen. */
  anyLeft: () => boolean
}

export function usePhotoDrafts(ticketId: string, animalId: string): PhotoDrafts {
  const owner = useSession()?.uuid ?? ''
  const queryClient = useQueryClient()
  const all = useQuery(draftsQuery(owner))
  const drafts = (all.data ?? []).filter((draft) => draft.animalId === animalId)
  const [refused, setRefused] = useState<string[]>([])
  const saving = useAnySending(drafts.map(({ id }) => id))
  const refresh = useRefreshPhotos(animalId)

  const now = () =>
    (queryClient.getQueryData(draftsQuery(owner).queryKey) ?? []).filter((draft) => draft.animalId === animalId)

  const keep = async (draft: PhotoDraft) => {
    const kept = await keptDrafts.keep(owner, draft).catch(() => {
      toast.failure(uiTexts.photos.noRoom)
      return draft
    })
    changeShown(queryClient, owner, (all) => [...all.filter(({ id }) => id !== draft.id), kept].sort(byTime))
  }

  const add = async (files: File[]) => {
    const reasons = await Promise.all(files.map(reasonToRefuse))
    setRefused(reasons.flatMap((reason, index) => (reason ? [`${files[index]?.name}: ${reason}`] : [])))
    const time = Date.now()
    for (const [index, file] of files.entries())
      if (!reasons[index])
        await keep({ id: newId(), ticketId, animalId, file, key: newId(), failure: null, chosenAt: time + index })
  }

  const send = async (draft: PhotoDraft): Promise<boolean> => {
    try {
      await uploadPhoto(draft, (share) => sending.tell(draft.id, share))
      await keptDrafts.drop(owner, [draft.id]).catch(() => undefined)
      // the photo stands among the saved before it leaves the drafts, so that it is never out of sight
      await refresh.photos()
      await dropDrafts(queryClient, owner, [draft.id])
      return true
    } catch (failure) {
      // what was dropped meanwhile must not come back
      if (!now().some(({ id }) => id === draft.id)) return false
      // refused for good, the same key would only bring the same answer again
      const refusal = failure instanceof ApiFailure && !isUndecided(failure)
      await keep({
        ...draft,
        failure: refusal ? `${texts.failure.savePhoto} ${failure.message}` : texts.failure.savePhoto,
        key: refusal ? newId() : draft.key,
      })
      return false
    }
  }

  const save = async (chosen = now()) => {
    const waiting = chosen.filter(({ id }) => !sending.has(id))
    for (const { id } of waiting) sending.tell(id, 0)
    let saved = 0
    for (const draft of waiting) {
      // removed meanwhile, or its owner signed out: it must not go up under another name
      const wanted = session.read()?.uuid === owner && now().some(({ id }) => id === draft.id)
      if (wanted && (await send(draft))) saved++
      sending.end(draft.id)
    }
    if (session.read()?.uuid !== owner) return false
    void refresh.counts()
    if (saved < waiting.length) toast.failure(texts.failure.savePhoto)
    else if (saved > 0) toast.success(texts.success.photoSaved)
    return saved === waiting.length
  }

  return {
    drafts,
    isPending: all.isPending,
    refused,
    saving,
    add,
    save,
    remove: (ids) => dropDrafts(queryClient, owner, ids),
    anyLeft: () => now().length > 0,
  }
}

const byTime = (one: PhotoDraft, other: PhotoDraft) => one.chosenAt - other.chosenAt
