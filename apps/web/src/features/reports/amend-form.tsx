import { Textarea } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { toast } from '../../ui/toast.ts'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { useReportCalls } from './version-queries.ts'
import { versionTexts } from './version-texts.ts'

/** Asks for the reason of an amendment, and opens it. */
export function AmendForm({ postMortem, onDone }: { postMortem: PostMortem; onDone: () => void }) {
  const { openAmendment } = useReportCalls(postMortem)
  const form = useDialogForm({
    draftName: `amendment-reason ${postMortem.id}`,
    initialValues: { reason: '' },
    required: { reason: texts.validation.amendmentReasonRequired },
    onSubmit: ({ reason }) => openAmendment(reason.trim()),
    onSuccess: () => toast.success(versionTexts.amend.done),
    onDone,
    failureText: versionTexts.amend.failed,
  })
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={versionTexts.amend.button}>
      <p className="hint">{versionTexts.amend.explained}</p>
      <Textarea
        label={versionTexts.amend.reason}
        {...form.getInputProps('reason')}
        maxLength={constants.amendmentReasonMax}
        data-autofocus
      />
    </DialogForm>
  )
}
