import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { parseRfid, formatRfid } from '@chisholm/domain/rfid'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { deleteDraft, saveDraft, draftQuery } from '../../api/form-drafts.ts'
import { newId } from '../../api/new-id.ts'
import { today } from '../../api/cached-provider.ts'
import { useRedirectIfStillHere } from '../../ui/use-redirect-if-still-here.ts'
import { Page } from '../../ui/page.tsx'
import { toast, errorMessage } from '../../ui/toast.ts'
import { useKeyboardScan } from '../../ui/use-keyboard-scan.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import {
  DetailsForm,
  type DetailsErrors,
  validateDetails,
  toPostMortemDetails,
  serverFieldErrors,
  toastIfCustomersNotLoaded,
  type DetailsFormValues,
  errorsOfUnchangedFields,
} from './details-form.tsx'
import { useCreatePostMortem } from './queries.ts'
import { StepIndicator } from './step-indicator.tsx'

const draftName = 'new post mortem'
type NewPostMortemDraft = { id: string; details: DetailsFormValues }

/** First step of the wizard; restores unsent input under its id. */
export function NewPostMortemPage() {
  const draft = useQuery(draftQuery<NewPostMortemDraft>(draftName))
  if (draft.isPending) return <Page title={postMortemTexts.newPostMortem}>{null}</Page>
  return <NewPostMortemForm draft={draft.data ?? null} />
}

const emptyDraft = (): NewPostMortemDraft => ({
  id: newId(),
  details: {
    record_at: today(),
    customer_id: null,
    site_id: null,
    note: '',
    no_vet_visit_requested: false,
  },
})

/** Creates the draft and continues with its animals. */
function NewPostMortemForm({ draft }: { draft: NewPostMortemDraft | null }) {
  const [{ id, details: first }] = useState(() => draft ?? emptyDraft())
  const [details, setDetails] = useState(first)
  const [errors, setErrors] = useState<DetailsErrors>({})
  const changeDetails = (next: DetailsFormValues) => {
    setErrors(errorsOfUnchangedFields(errors, details, next))
    setDetails(next)
    saveDraft(draftName, { id, details: next } satisfies NewPostMortemDraft)
  }
  const { rfid }: { rfid?: string } = useSearch({ strict: false })
  const create = useCreatePostMortem()
  const rememberLocation = useRedirectIfStillHere()
  const navigate = useNavigate()

  // keyboard scanner used too early: keeps the RFID for the animal step, and its Enter presses no button
  useKeyboardScan((text) => {
    const parsedRfid = parseRfid(text)
    if (!parsedRfid.ok) return toast.failure(parsedRfid.error)
    void navigate({ to: '/a/postmortem/add', search: { rfid: parsedRfid.rfid }, replace: true })
  })

  const save = async () => {
    const validationErrors = validateDetails(details)
    setErrors(validationErrors ?? {})
    const input = validationErrors ? null : toPostMortemDetails(details)
    if (!input) return toastIfCustomersNotLoaded()
    const redirectIfStillHere = rememberLocation()
    try {
      await create.mutateAsync({ ...input, id })
      await deleteDraft(draftName)
      redirectIfStillHere(`/a/postmortem/${id}`, { step: 'animal', ...(rfid && { rfid }) })
    } catch (failure) {
      if (failure instanceof ApiError) setErrors(serverFieldErrors(failure.errors))
      toast.failure(errorMessage(failure, texts.failure.addPostMortem))
    }
  }

  return (
    <Page
      title={postMortemTexts.newPostMortem}
      back
      ownHeading
      foot={
        <Button loading={create.isPending} onClick={() => void save()}>
          {postMortemTexts.addAnimals}
        </Button>
      }
    >
      <StepIndicator reached={1} />
      <h1>{postMortemTexts.newPostMortem}</h1>
      {rfid && <output className="hint">{postMortemTexts.firstAnimal(formatRfid(rfid))}</output>}
      <DetailsForm details={details} onChange={changeDetails} onFill={setDetails} errors={errors} />
    </Page>
  )
}
