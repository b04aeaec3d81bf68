import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { problemType } from '@chisholm/domain/problem-types'
import { parseRfid, formatRfid } from '@chisholm/domain/rfid'
import { texts } from '@chisholm/domain/texts'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import { newId } from '../../api/new-id.ts'
import { currentZone } from '../../api/cached-provider.ts'
import { useRedirectIfStillHere } from '../../ui/use-redirect-if-still-here.ts'
import { isNotFound } from '../../ui/is-not-found.ts'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useKeyboardScan } from '../../ui/use-keyboard-scan.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { type DetailsFormValues, toPostMortemDetails } from './details-form-values.ts'
import { DetailsForm, validateDetails } from './details-form.tsx'
import { type DayProposal, proposeDay, useProposedDay } from './use-proposed-day.ts'
import { useCreatePostMortem, useEditPostMortem, useOutboxEntriesOf } from './queries.ts'
import { SingleTabForm } from './single-tab-form.tsx'
import { StepIndicator } from './step-indicator.tsx'

const draftName = 'new post mortem'
interface NewPostMortemDraft {
  id: string
  details: DetailsFormValues
  /** Drafts of older versions lack it. */
  proposal?: DayProposal
}

/** The first step of the wizard. It restores unsent input under its id. */
export const NewPostMortemPage = () => (
  <SingleTabForm<NewPostMortemDraft>
    draftName={draftName}
    renderElsewhere={(notice) => (
      <Page title={postMortemTexts.newPostMortem} back ownHeading>
        <h1>{postMortemTexts.newPostMortem}</h1>
        {notice}
      </Page>
    )}
    loading={<Page title={postMortemTexts.newPostMortem}>{null}</Page>}
  >
    {(draft) => <NewPostMortemForm draft={draft} />}
  </SingleTabForm>
)

function emptyDraft(): NewPostMortemDraft {
  const proposal = proposeDay(currentZone())
  const empty = { customer_id: null, site_id: null, note: '', no_vet_visit_requested: false }
  return { id: newId(), details: { record_at: proposal.day, ...empty }, proposal }
}

/** Whether a post-mortem was sent or deleted. */
const isFinished = (failure: unknown) =>
  isNotFound(failure) || (failure instanceof ApiError && failure.type === problemType('already-sent'))

/** Creates the draft and continues with its animals. */
function NewPostMortemForm({ draft }: { draft: NewPostMortemDraft | null }) {
  const [{ id: firstId, details, proposal: firstProposal }] = useState(() => draft ?? emptyDraft())
  const [id, setId] = useState(firstId)
  const proposal = useRef(firstProposal)
  const { rfid }: { rfid?: string } = useSearch({ strict: false })
  const create = useCreatePostMortem()
  const edit = useEditPostMortem(id)
  const isQueued = useOutboxEntriesOf(id).some(({ kind }) => kind === 'create post-mortem')
  const rememberLocation = useRedirectIfStillHere()
  const navigate = useNavigate()

  // An early scan is used in the animal step, and its Enter does not press a button.
  useKeyboardScan((text) => {
    const parsedRfid = parseRfid(text)
    if (!parsedRfid.ok) return toast.failure(parsedRfid.error)
    void navigate({ to: '/a/postmortem/add', search: { rfid: parsedRfid.rfid }, replace: true })
  })

  const storeDraft = (values: DetailsFormValues, draftId: string) =>
    saveDraft(draftName, {
      id: draftId,
      details: values,
      ...(proposal.current && { proposal: proposal.current }),
    } satisfies NewPostMortemDraft)

  /**
   * If the app was closed while the post-mortem was being created, it exists by now, and the input is its newer state,
   * or that of another one if it was sent or deleted since.
   * @returns the id of the post-mortem
   */
  const save = async (values: DetailsFormValues): Promise<string> => {
    const input = toPostMortemDetails(values)
    try {
      if (isQueued) await edit.mutateAsync(input)
      else await createOrChange({ ...input, id }, create.mutateAsync, () => edit.mutateAsync(input))
      return id
    } catch (failure) {
      if (!isFinished(failure)) throw failure
      const other = newId()
      setId(other)
      storeDraft(values, other)
      await create.mutateAsync({ ...input, id: other })
      return other
    }
  }
  const form = useForm({
    initialValues: details,
    validate: validateDetails,
    onValuesChange: (values) => storeDraft(values, id),
    onSubmit: async (values) => {
      const redirectIfStillHere = rememberLocation()
      return { redirectIfStillHere, savedId: await save(values) }
    },
    onSuccess: async ({ redirectIfStillHere, savedId }) => {
      // Something was typed while the rest was saved.
      if (form.isDirty()) return
      await deleteDraft(draftName)
      redirectIfStillHere(`/a/postmortem/${savedId}`, { step: 'animal', ...(rfid && { rfid }) })
    },
    failureText: texts.failure.addPostMortem,
    toastFailures: true,
  })
  useProposedDay(form, proposal)

  return (
    <Page
      title={postMortemTexts.newPostMortem}
      back
      ownHeading
      foot={
        <Button loading={form.isSubmitting} onClick={() => void form.submit()}>
          {postMortemTexts.addAnimals}
        </Button>
      }
    >
      <StepIndicator reached={1} />
      <h1>{postMortemTexts.newPostMortem}</h1>
      {rfid && <output className="hint">{postMortemTexts.firstAnimal(formatRfid(rfid))}</output>}
      <DetailsForm form={form} />
    </Page>
  )
}
