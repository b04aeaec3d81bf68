import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { newId } from '../../api/new-id.ts'
import { sendNow } from '../../api/outbox-sender.ts'
import { session, useSession } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { reasonToRefuse } from './accepted.ts'
import { draftsQuery, dropDrafts } from './drafts.ts'
import type { PhotoDraft } from './kept-drafts.ts'
import { refreshCounts } from './queries.ts'
import { draftsNow, keepDraft, mustWait, sendDrafts } from './send-drafts.ts'
import { sending, useAnySending } from './sending.ts'

/** Unsaved photos of an animal. */
export interface PhotoDrafts {
  drafts: PhotoDraft[]
  /** Whether drafts are still being loaded from the device. */
  isPending: boolean
  /** Errors of the last chosen files, each with the file name. */
  refused: string[]
  saving: boolean
  add: (files: File[]) => Promise<void>
  remove: (ids: string[]) => Promise<void>
  /**
   * Uploads drafts one by one; all of the animal by default. Offline, or while the animal itself is unsent, they wait
   * and are uploaded later. @returns whether all are saved or waiting
   */
  save: (chosen?: PhotoDraft[]) => Promise<boolean>
  /** Whether any draft is neither saved nor waiting; reads the cache, so it is current between renders. */
  anyLeft: () => boolean
}

export function usePhotoDrafts(ticketId: string, animalId: string): PhotoDrafts {
  const owner = useSession()?.uuid ?? ''
  const queryClient = useQueryClient()
  const all = useQuery(draftsQuery(owner))
  const drafts = (all.data ?? []).filter((draft) => draft.animalId === animalId)
  const [refused, setRefused] = useState<string[]>([])
  const saving = useAnySending(drafts.map(({ id }) => id))
  const now = () => draftsNow(owner).filter((draft) => draft.animalId === animalId)

  const adding = useRef(Promise.resolve())

  const add = (files: File[]) => {
    adding.current = keepAll(files)
    return adding.current
  }
  const keepAll = async (files: File[]) => {
    const reasons = await Promise.all(files.map(reasonToRefuse))
    setRefused(reasons.flatMap((reason, index) => (reason ? [`${files[index]?.name}: ${reason}`] : [])))
    const time = Date.now()
    for (const [index, file] of files.entries())
      if (!reasons[index])
        await keepDraft(owner, {
          id: newId(),
          ticketId,
          animalId,
          file,
          key: newId(),
          failure: null,
          chosenAt: time + index,
        })
  }

  const save = async (chosen?: PhotoDraft[]) => {
    // Save may be pressed while chosen files are still being stored
    await adding.current
    const ready = (chosen ?? now()).filter(({ id }) => !sending.has(id))
    if (ready.length > 0 && (await mustWait(owner, animalId))) {
      for (const draft of ready) await keepDraft(owner, { ...draft, failure: null, waits: true })
      toast.success(outboxTexts.photosWait)
      void sendNow()
      return true
    }
    const saved = await sendDrafts(owner, ready)
    if (session.read()?.uuid !== owner) return false
    void refreshCounts()
    if (saved < ready.length) toast.failure(texts.failure.savePhoto)
    else if (saved > 0) toast.success(texts.success.photoSaved)
    return saved === ready.length
  }

  return {
    drafts,
    isPending: all.isPending,
    refused,
    saving,
    add,
    save,
    remove: (ids) => dropDrafts(queryClient, owner, ids),
    anyLeft: () => now().some(({ waits }) => !waits),
  }
}
