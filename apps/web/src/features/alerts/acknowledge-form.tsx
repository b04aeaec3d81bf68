import { Textarea } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import type { Alert } from '@chisholm/domain/schemas'
import { texts as shared } from '@chisholm/domain/texts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useAcknowledge } from './alert-queries.ts'
import { alertTexts as texts } from './alert-texts.ts'

/** The note with which an alert is acknowledged. */
export function AcknowledgeForm({ alert, onDone }: { alert: Alert; onDone: () => void }) {
  const acknowledge = useAcknowledge(alert.id)
  const form = useForm({
    initialValues: { note: '' },
    required: { note: shared.validation.alertNoteRequired },
    onSubmit: ({ note }) => acknowledge.mutateAsync(note),
    onSuccess: onDone,
    failureText: texts.notSaved,
  })
  return (
    <DialogForm {...form.formProps} submitLabel={texts.acknowledge} isSubmitting={form.isSubmitting} onCancel={onDone}>
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        autosize
        minRows={3}
        maxLength={constants.alerts.noteMax}
        {...form.getInputProps('note')}
        data-autofocus
      />
    </DialogForm>
  )
}
