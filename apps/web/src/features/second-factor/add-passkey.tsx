import { TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useSecurityChange } from './use-security-change.tsx'
import { createPasskey, passkeyErrorMessage } from './passkeys.ts'
import { secondFactorTexts } from './second-factor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

interface AddPasskeyProps {
  opened: boolean
  onClose: () => void
  /** Called with the recovery codes that come with the first factor, or null. */
  onAdded: (codes: string[] | null) => void
}

/** Asks for a name, then lets the browser create the passkey. */
export function AddPasskey({ opened, onClose, onAdded }: AddPasskeyProps) {
  const { change, dialog } = useSecurityChange()
  const form = useForm({
    initialValues: { name: '' },
    onSubmit: ({ name }) =>
      change(async () => {
        const { data: options } = await api.post('/auth/passkeys/options', undefined)
        return api.post('/auth/passkeys', { name: name.trim(), credential: await createPasskey(options) })
      }, passkeyErrorMessage),
    failureText: texts.failure.protection,
    onSuccess: (added) => {
      if (added === null) return
      form.resetTo({ name: '' })
      onClose()
      onAdded(added.data.recovery_codes)
    },
  })
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={secondFactorTexts.addPasskey}>
        <DialogForm submitLabel={uiTexts.goOn} isSubmitting={form.isSubmitting} onCancel={onClose} {...form.formProps}>
          <TextInput
            label={secondFactorTexts.name}
            description={secondFactorTexts.nameHint}
            {...form.getInputProps('name')}
            maxLength={constants.secondFactor.passkeys.nameMax}
            autoComplete="off"
            data-autofocus
          />
        </DialogForm>
      </Dialog>
      {dialog}
    </>
  )
}
