import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { adminTexts } from '../../admin-texts.ts'
import { api } from '../../api/client.ts'
import { newId } from '../../api/new-id.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { usePlacesChanged } from './admin-queries.ts'

interface NewSiteDialogProps {
  customer: { id: string; name: string }
  opened: boolean
  onClose: () => void
}

const words = adminTexts.sites
const maxLength = constants.placeNameMax

/** A click outside the dialog asks before it discards input. */
export function NewSiteDialog({ customer, opened, onClose }: NewSiteDialogProps) {
  const [id] = useState(newId)
  const placesChanged = usePlacesChanged()
  const { ask, dialog } = useConfirm()
  const form = useForm({
    before: { name: '', city: '', region: '' },
    required: { name: texts.validation.nameRequired },
    failed: words.failedToAdd,
    send: (typed) => api.post('/sites', { ...typed, id, customer_id: customer.id }),
    onSaved: async ({ message }) => {
      await placesChanged()
      toast.success(message ?? texts.success.siteAdded)
      onClose()
    },
  })
  const close = async () => {
    // Escape would also close the confirmation, so it opens after the key event
    await new Promise((resolve) => setTimeout(resolve))
    const { unsavedChanges: title } = texts.other
    const question = { title, text: adminTexts.typedIsLost, verb: uiTexts.leave, dangerous: true }
    if (!form.isDirty() || (await ask(question))) onClose()
  }
  return (
    <>
      <Dialog opened={opened} onClose={() => void close()} title={words.new(customer.name)}>
        <DialogForm verb={words.add} busy={form.busy} onCancel={() => void close()} {...form.frame}>
          <TextInput
            label={adminTexts.name}
            {...form.field('name')}
            maxLength={maxLength}
            autoComplete="off"
            data-autofocus
          />
          <div className="two">
            <TextInput label={adminTexts.city} {...form.field('city')} maxLength={maxLength} autoComplete="off" />
            <TextInput label={adminTexts.region} {...form.field('region')} maxLength={maxLength} autoComplete="off" />
          </div>
        </DialogForm>
      </Dialog>
      {dialog}
    </>
  )
}
