import { Button } from '@mantine/core'
import { can } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { type ReactNode, useRef, useState } from 'react'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { sideKinds } from '../../api/outbox-rules.ts'
import { useSession } from '../../api/session.ts'
import { changedFields, pickFields } from '../../ui/changed-fields.ts'
import { useForm } from '../../ui/use-form.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { type DetailsFormValues, toPostMortemDetails } from './details-form-values.ts'
import { DetailsForm, validateDetails } from './details-form.tsx'
import { useEditPostMortem, useOutboxEntriesOf } from './queries.ts'
import { SingleTabForm } from './single-tab-form.tsx'
import { StepLayout, type StepProps } from './step-layout.tsx'
import { StepIndicator } from './step-indicator.tsx'

/** Edits the details of a draft, and restores unsaved input. */
export const DetailsStep = (props: StepProps) => (
  <SingleTabForm<Partial<DetailsFormValues>>
    draftName={draftNameOf(props.postMortem.id)}
    renderElsewhere={(notice) => <DetailsLayout {...props}>{notice}</DetailsLayout>}
  >
    {(draft) => <DetailsStepForm {...props} draft={draft} />}
  </SingleTabForm>
)

const DetailsLayout = ({
  postMortem,
  inSplitView,
  footer,
  children,
}: StepProps & { footer?: ReactNode; children: ReactNode }) => (
  <StepLayout title={postMortem.title} inSplitView={inSplitView} footer={footer}>
    <StepIndicator reached={1} />
    <h1>{outboxTexts.details}</h1>
    {children}
  </StepLayout>
)

const detailsFormValues = (postMortem: PostMortem): DetailsFormValues => ({
  record_at: postMortem.record_at,
  customer_id: postMortem.customer_id,
  site_id: postMortem.site_id,
  note: postMortem.note ?? '',
  no_vet_visit_requested: postMortem.no_vet_visit_requested === 1,
})
const draftNameOf = (postMortemId: string) => `details ${postMortemId}`

function DetailsStepForm({ draft, ...props }: StepProps & { draft: Partial<DetailsFormValues> | null }) {
  const { postMortem, goToStep } = props
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
  /** The fields that were edited here, so that changes by others are kept. A site goes with its customer. */
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
  const footer = (
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
    <DetailsLayout {...props} footer={footer}>
      <DetailsForm form={form} />
    </DetailsLayout>
  )
}
