import { TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { savedReportTexts } from './saved-report-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

interface NameDialogProps {
  title: string
  opened: boolean
  /** Names what was typed, which stays on this device until it is saved or cancelled. */
  draftName: string
  name?: string
  onClose: () => void
  /** The dialog stays open if this rejects. */
  onSave: (name: string) => Promise<unknown>
  /** Called once the name is saved, unless another one was typed meanwhile. */
  onSaved: () => unknown
}

export const NameDialog = ({ opened, onClose, title, ...form }: NameDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={title}>
    <NameForm onClose={onClose} {...form} />
  </Dialog>
)

function NameForm({ draftName, name = '', onClose, onSave, onSaved }: Omit<NameDialogProps, 'title' | 'opened'>) {
  const isMounted = useIsMounted()
  const form = useDraftForm({
    draftName,
    initialValues: { name },
    required: { name: texts.validation.reportNameRequired },
    onSubmit: (typed) => onSave(typed.name.trim()),
    failureText: texts.failure.saveReport,
    onSuccess: async (): Promise<void> => {
      if (!form.isDirty() || !isMounted()) await onSaved()
    },
  })
  const cancel = () => {
    void form.discardDraft()
    onClose()
  }
  return (
    <DialogForm submitLabel={uiTexts.save} isSubmitting={form.isSubmitting} onCancel={cancel} {...form.formProps}>
      <TextInput
        label={savedReportTexts.name}
        {...form.getInputProps('name')}
        maxLength={constants.reportNameMax}
        autoComplete="off"
        data-autofocus
      />
    </DialogForm>
  )
}
