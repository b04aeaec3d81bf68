import { Textarea } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import type { Alert } from '@chisholm/domain/schemas/alerts'
import { texts as shared } from '@chisholm/domain/texts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { useAcknowledge } from './alert-queries.ts'
import { alertTexts as texts } from './alert-texts.ts'

/** The note with which an alert is acknowledged. */
export function AcknowledgeForm({ alert, onDone }: { alert: Alert; onDone: () => void }) {
  const acknowledge = useAcknowledge(alert.id)
  const form = useDialogForm({
    draftName: `alert-note ${alert.id}`,
    initialValues: { note: '' },
    required: { note: shared.validation.alertNoteRequired },
    onSubmit: ({ note }) => acknowledge.mutateAsync(note),
    onDone,
    failureText: texts.notSaved,
  })
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={texts.acknowledge}>
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
