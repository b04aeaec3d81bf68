import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { can } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { ApiError } from '../../api/client.ts'
import { deleteDraft, saveDraft, draftQuery } from '../../api/form-drafts.ts'
import { useSession } from '../../api/session.ts'
import { toast, errorMessage } from '../../ui/toast.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import {
  type DetailsErrors,
  validateDetails,
  DetailsForm,
  toPostMortemDetails,
  serverFieldErrors,
  toastIfCustomersNotLoaded,
  errorsOfUnchangedFields,
  type DetailsFormValues,
} from './details-form.tsx'
import { useEditPostMortem, useOutboxEntriesOf } from './queries.ts'
import { StepLayout, type StepProps } from './step-layout.tsx'
import { StepIndicator } from './step-indicator.tsx'

/** Edits the details of a draft; restores unsaved input. */
export function DetailsStep(props: StepProps) {
  const draft = useQuery(draftQuery<DetailsFormValues>(draftNameOf(props.postMortem.id)))
  if (draft.isPending) return null
  return <DetailsStepForm {...props} draft={draft.data ?? null} />
}

const draftNameOf = (postMortemId: string) => `details ${postMortemId}`

function DetailsStepForm({
  postMortem,
  inSplitView,
  goToStep,
  draft,
}: StepProps & { draft: DetailsFormValues | null }) {
  const draftName = draftNameOf(postMortem.id)
  const refusal = useOutboxEntriesOf(postMortem.id).find((entry) => entry.refusal && !('animalId' in entry))?.refusal
  const [details, setDetails] = useState<DetailsFormValues>(
    () =>
      draft ?? {
        record_at: postMortem.record_at,
        customer_id: postMortem.customer_id,
        site_id: postMortem.site_id,
        note: postMortem.note ?? '',
        no_vet_visit_requested: postMortem.no_vet_visit_requested === 1,
      },
  )
  const [errors, setErrors] = useState<DetailsErrors>(() => serverFieldErrors(refusal?.errors ?? {}))
  const currentUser = useSession()
  const edit = useEditPostMortem(postMortem.id)
  const changeDetails = (next: DetailsFormValues) => {
    setErrors(errorsOfUnchangedFields(errors, details, next))
    setDetails(next)
    saveDraft(draftName, next)
  }
  const leave = async () => {
    await deleteDraft(draftName)
    goToStep({})
  }
  const save = async () => {
    const validationErrors = validateDetails(details)
    setErrors(validationErrors ?? {})
    const input = validationErrors ? null : toPostMortemDetails(details)
    if (!input) return toastIfCustomersNotLoaded()
    try {
      await edit.mutateAsync(input)
      await leave()
    } catch (failure) {
      if (failure instanceof ApiError) setErrors(serverFieldErrors(failure.errors))
      toast.failure(errorMessage(failure, texts.failure.updatePostMortem))
    }
  }
  const mayEdit = currentUser !== null && can(currentUser, 'postMortem.edit', toPermissionSubject(postMortem))
  const foot = (
    <>
      <Button variant="default" onClick={() => void leave()}>
        {uiTexts.cancel}
      </Button>
      {mayEdit && (
        <Button loading={edit.isPending} onClick={() => void save()}>
          {uiTexts.save}
        </Button>
      )}
    </>
  )
  return (
    <StepLayout title={postMortem.title} inSplitView={inSplitView} foot={foot}>
      <StepIndicator reached={1} />
      <h1>{outboxTexts.details}</h1>
      <DetailsForm details={details} onChange={changeDetails} onFill={setDetails} errors={errors} />
    </StepLayout>
  )
}
