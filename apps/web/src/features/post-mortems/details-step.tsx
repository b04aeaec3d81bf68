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
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { type DetailsDraft, type DetailsFormValues, toPostMortemDetails } from './details-form-values.ts'
import { DetailsForm, validateDetails } from './details-form.tsx'
import { useEditPostMortem, useOutboxEntriesOf } from './queries.ts'
import { SingleTabForm } from './single-tab-form.tsx'
import { StepLayout, type StepProps } from './step-layout.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { stillReplaced } from './unsaved-input.ts'

/** Edits the details of a draft, and restores unsaved input. */
export const DetailsStep = (props: StepProps) => (
  <SingleTabForm<DetailsDraft>
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
const namesOf = (typed: object) => new Set(Object.keys(typed))
const draftNameOf = (postMortemId: string) => `details ${postMortemId}`

function DetailsStepForm({ draft, ...props }: StepProps & { draft: DetailsDraft | null }) {
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
  const { before, ...firstTyped } = draft ?? {}
  const saved = useRef(opened)
  /** What the author saw; of a draft, before it was typed. */
  const seen = useRef({ ...opened, ...stillReplaced(before, firstTyped, opened) })
  /** The fields that were edited here, so that changes by others are kept. Customer and site go together. */
  const typedOf = (values: DetailsFormValues): Partial<DetailsFormValues> => {
    const typed = changedFields(values, saved.current) ?? {}
    if (!('customer_id' in typed) && !('site_id' in typed)) return typed
    return { ...typed, customer_id: values.customer_id, site_id: values.site_id }
  }
  const form = useForm({
    initialValues: { ...opened, ...firstTyped },
    initialErrors: refusal?.errors ?? {},
    validate: validateDetails,
    onValuesChange: (values) => {
      const typed = typedOf(values)
      saveDraft(draftName, { ...typed, before: pickFields(seen.current, namesOf(typed)) } satisfies DetailsDraft)
    },
    onSubmit: async (values) => {
      const names = namesOf(typedOf(values))
      const details = pickFields(toPostMortemDetails(values), names)
      const base = pickFields(toPostMortemDetails(seen.current), names)
      const outcome = refusal || names.size > 0 ? await edit.mutateAsync({ details, base }) : 'unchanged'
      saved.current = values
      seen.current = { ...seen.current, ...pickFields(values, names) }
      return outcome
    },
    onSuccess: async (outcome): Promise<void> => {
      if (outcome === 'sent') toast.success(texts.success.dataUpdated)
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
