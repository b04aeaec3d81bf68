import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { can } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { useRef, useState } from 'react'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { deleteDraft, saveDraft, draftQuery } from '../../api/form-drafts.ts'
import { sideKinds } from '../../api/outbox-entries.ts'
import { useSession } from '../../api/session.ts'
import { changedFields, pickFields } from '../../ui/changed-fields.ts'
import { useForm } from '../../ui/use-form.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { type DetailsFormValues, toPostMortemDetails } from './details-form-values.ts'
import { DetailsForm, validateDetails } from './details-form.tsx'
import { OpenElsewhere } from './open-elsewhere.tsx'
import { useEditingTab } from './use-editing-tab.ts'
import { useEditPostMortem, useOutboxEntriesOf } from './queries.ts'
import { StepLayout, type StepProps } from './step-layout.tsx'
import { StepIndicator } from './step-indicator.tsx'

/** Edits the details of a draft, and restores unsaved input. */
export function DetailsStep(props: StepProps) {
  const { isHere, takeOver } = useEditingTab(draftNameOf(props.postMortem.id))
  if (isHere === false)
    return (
      <StepLayout title={props.postMortem.title} inSplitView={props.inSplitView}>
        <StepIndicator reached={1} />
        <h1>{outboxTexts.details}</h1>
        <OpenElsewhere onTakeOver={takeOver} />
      </StepLayout>
    )
  return isHere && <RestoredDetailsStep {...props} />
}

function RestoredDetailsStep(props: StepProps) {
  const draft = useQuery(draftQuery<Partial<DetailsFormValues>>(draftNameOf(props.postMortem.id)))
  if (draft.isPending) return null
  return <DetailsStepForm {...props} draft={draft.data ?? null} />
}

const detailsFormValues = (postMortem: PostMortem): DetailsFormValues => ({
  record_at: postMortem.record_at,
  customer_id: postMortem.customer_id,
  site_id: postMortem.site_id,
  note: postMortem.note ?? '',
  no_vet_visit_requested: postMortem.no_vet_visit_requested === 1,
})
const draftNameOf = (postMortemId: string) => `details ${postMortemId}`

function DetailsStepForm({
  postMortem,
  inSplitView,
  goToStep,
  draft,
}: StepProps & { draft: Partial<DetailsFormValues> | null }) {
  const draftName = draftNameOf(postMortem.id)
  const entries = useOutboxEntriesOf(postMortem.id)
  const refusal = entries.find(
    (entry) => entry.refusal && !('animalId' in entry) && !sideKinds.has(entry.kind),
  )?.refusal
  const currentUser = useSession()
  const edit = useEditPostMortem(postMortem.id)
  const leave = async () => {
    await deleteDraft(draftName)
    goToStep({})
  }
  const [opened] = useState(() => detailsFormValues(postMortem))
  const saved = useRef(opened)
  /** What was typed here, not what others may have changed meanwhile. A site goes with its customer. */
  const typedOf = (values: DetailsFormValues): Partial<DetailsFormValues> => {
    const typed = changedFields(values, saved.current) ?? {}
    return 'customer_id' in typed ? { ...typed, site_id: values.site_id } : typed
  }
  const form = useForm({
    initialValues: { ...opened, ...draft },
    initialErrors: refusal?.errors ?? {},
    validate: validateDetails,
    onValuesChange: (values) => saveDraft(draftName, typedOf(values)),
    onSubmit: async (values) => {
      const typed = pickFields(toPostMortemDetails(values), new Set(Object.keys(typedOf(values))))
      if (refusal || Object.keys(typed).length > 0) await edit.mutateAsync(typed)
      saved.current = values
    },
    onSuccess: async (): Promise<void> => {
      // Otherwise, something was typed while the rest was saved.
      if (!form.isDirty()) await leave()
    },
    failureText: texts.failure.updatePostMortem,
    toastFailures: true,
  })
  const mayEdit = currentUser !== null && can(currentUser, 'postMortem.edit', toPermissionSubject(postMortem))
  const foot = (
    <>
      <Button variant="default" onClick={() => void leave()}>
        {uiTexts.cancel}
      </Button>
      {mayEdit && (
        <Button loading={form.isSubmitting} onClick={() => void form.submit()}>
          {uiTexts.save}
        </Button>
      )}
    </>
  )
  return (
    <StepLayout title={postMortem.title} inSplitView={inSplitView} foot={foot}>
      <StepIndicator reached={1} />
      <h1>{outboxTexts.details}</h1>
      <DetailsForm form={form} />
    </StepLayout>
  )
}
