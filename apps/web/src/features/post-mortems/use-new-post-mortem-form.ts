import { clientPostMortemPath } from '@chisholm/domain/page-paths'
import { problemType } from '@chisholm/domain/problem-types'
import { parseRfid } from '@chisholm/domain/rfid'
import { texts } from '@chisholm/domain/texts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { currentZone } from '../../api/cached-provider.ts'
import { ApiError } from '../../api/client.ts'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { newId } from '../../api/new-id.ts'
import { isNotFound } from '../../ui/is-not-found.ts'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { holdScan, useKeyboardScan } from '../../ui/use-keyboard-scan.ts'
import { useRedirectIfStillHere } from '../../ui/use-redirect-if-still-here.ts'
import { validateDetails } from './details-form.tsx'
import { type DetailsFormValues, toPostMortemDetails } from './details-form-values.ts'
import { useCreatePostMortem, useEditPostMortem, useOutboxEntriesOf } from './queries.ts'
import { type DayProposal, proposeDay, useProposedDay } from './use-proposed-day.ts'

export const newPostMortemDraftName = 'new post mortem'

/** Unsaved input, and the id under which it will be created. */
export interface NewPostMortemDraft {
  id: string
  details: DetailsFormValues
  /** Drafts of older versions lack it. */
  proposal?: DayProposal
}

function emptyDraft(): NewPostMortemDraft {
  const proposal = proposeDay(currentZone())
  const empty = { customer_id: null, site_id: null, note: '', no_vet_visit_requested: false }
  return { id: newId(), details: { record_at: proposal.day, ...empty }, proposal }
}

/**
 * The form of a new post-mortem. Unsaved input is stored on the device; once it is saved, the animal step follows.
 */
export function useNewPostMortemForm(draft: NewPostMortemDraft | null) {
  const firstAnimal = useFirstAnimal()
  const [{ id: firstId, details, proposal: firstProposal }] = useState(() => draft ?? emptyDraft())
  const [id, setId] = useState(firstId)
  const proposal = useRef(firstProposal)
  const save = useSavePostMortem(id)
  const rememberLocation = useRedirectIfStillHere()
  const storeDraft = (values: DetailsFormValues, draftId: string) =>
    saveDraft(newPostMortemDraftName, {
      id: draftId,
      details: values,
      ...(proposal.current && { proposal: proposal.current }),
    } satisfies NewPostMortemDraft)
  const form = useForm({
    initialValues: details,
    validate: validateDetails,
    onValuesChange: (values) => storeDraft(values, id),
    onSubmit: async (values) => {
      const redirectIfStillHere = rememberLocation()
      const savedId = await save(values, (otherId) => {
        setId(otherId)
        storeDraft(values, otherId)
      })
      return { redirectIfStillHere, savedId }
    },
    onSuccess: async ({ redirectIfStillHere, savedId }) => {
      // Something was typed while the rest was saved.
      if (form.isDirty()) return
      await deleteDraft(newPostMortemDraftName)
      redirectIfStillHere(clientPostMortemPath(savedId), { step: 'animal', ...firstAnimal.leave() })
    },
    failureText: texts.failure.addPostMortem,
    toastFailures: true,
  })
  useProposedDay(form, proposal)
  return { form, rfid: firstAnimal.rfid }
}

/** The RFID of the first animal, if it is scanned before its form opens. */
function useFirstAnimal() {
  const { rfid, site }: { rfid?: string; site?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  // not states: a scan may come before another render
  const latestRfid = useRef(rfid)
  const isLeft = useRef(false)
  // its Enter does not press a button
  useKeyboardScan((text) => {
    if (isLeft.current) return holdScan(text)
    const reading = parseRfid(text)
    if (!reading.ok) return toast.failure(reading.error)
    latestRfid.current = reading.rfid
    void navigate({ to: '/a/postmortem/add', search: { rfid: reading.rfid, site }, replace: true })
  })
  return {
    rfid,
    /** The search parameters for the form of the first animal, which also gets all later scans. */
    leave: () => {
      isLeft.current = true
      return latestRfid.current ? { rfid: latestRfid.current } : {}
    },
  }
}

/** Whether a post-mortem was sent or deleted. */
const isFinished = (failure: unknown) =>
  isNotFound(failure) || (failure instanceof ApiError && failure.type === problemType('already-sent'))

/**
 * Saves a post-mortem under an id. If the app was closed while it was being created, it exists by now, and the input is
 * its newer state, or that of another one if it was sent or deleted since.
 * @returns a function that returns the id of the post-mortem, and calls `onOther` before it creates another one
 */
function useSavePostMortem(id: string) {
  const create = useCreatePostMortem()
  const edit = useEditPostMortem(id)
  const isQueued = useOutboxEntriesOf(id).some(({ kind }) => kind === 'create post-mortem')
  return async (values: DetailsFormValues, onOther: (otherId: string) => void): Promise<string> => {
    const input = toPostMortemDetails(values)
    try {
      if (isQueued) await edit.mutateAsync({ details: input })
      else await create.mutateAsync({ ...input, id })
      return id
    } catch (failure) {
      if (!isFinished(failure)) throw failure
      const otherId = newId()
      onOther(otherId)
      await create.mutateAsync({ ...input, id: otherId })
      return otherId
    }
  }
}
