import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { adminTexts } from '../../admin-texts.ts'
import { api } from '../../api/client.ts'
import { newId } from '../../api/new-id.ts'
import { useConfirm } from '../../ui/confirm.tsx'
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

/** Asks for a new site of a customer. What was typed is not thrown away by a touch beside it. */
export function NewSiteDialog({ customer, opened, onClose }: NewSiteDialogProps) {
  const [id] = useState(newId)
  const placesChanged = usePlacesChanged()
  const { ask, dialog } = useConfirm()
  const form = useForm({
    first: { name: '', city: '', region: '' },
    required: { name: texts.validation.nameRequired },
    failed: words.failedToAdd,
    save: async (typed) => {
      const { message } = await api.post('/sites', { ...typed, id, customer_id: customer.id })
      await placesChanged()
      toast.success(message ?? texts.success.siteAdded)
      onClose()
    },
  })
  const close = async () => {
    // the Escape that closes would answer the question, too: it is asked once the key is through
    await new Promise((resolve) => setTimeout(resolve))
    const { unsavedChanges: title } = texts.other
    const question = { title, text: adminTexts.typedIsLost, verb: uiTexts.leave, dangerous: true }
    if (!form.isDirty() || (await ask(question))) onClose()
  }
  return (
    <>
      <Modal opened={opened} onClose={() => void close()} title={words.new(customer.name)}>
        <form className="stack" {...form.frame}>
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
          <div className="row" style={{ justifyContent: 'flex-end' }}>
            <Button variant="default" onClick={() => void close()}>
              {uiTexts.cancel}
            </Button>
            <Button type="submit" loading={form.busy}>
              {words.add}
            </Button>
          </div>
        </form>
      </Modal>
      {dialog}
    </>
  )
}
