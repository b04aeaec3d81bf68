import { TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { adminTexts } from '../../admin-texts.ts'
import { api } from '../../api/client.ts'
import { newId } from '../../api/new-id.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { usePlacesChanged } from './admin-queries.ts'

const words = adminTexts.customers

/** Leads to the page of the new customer, where its sites are added. */
export function NewCustomerPage() {
  const [id] = useState(newId)
  const navigate = useNavigate()
  const placesChanged = usePlacesChanged()
  const form = usePageForm({
    before: { name: '' },
    required: { name: texts.validation.nameRequired },
    failed: words.failedToAdd,
    send: ({ name }) => api.post('/customers', { id, name }),
    onSaved: async ({ message }) => {
      await placesChanged()
      toast.success(message ?? texts.success.customerAdded)
      await navigate({ to: `/a/admin/customers/${id}` as string, replace: true })
    },
  })
  return (
    <FormPage title={words.new} hint={words.newHint} back="/a/admin/customers" form={form} verb={words.add}>
      <TextInput
        label={adminTexts.name}
        {...form.field('name')}
        maxLength={constants.placeNameMax}
        autoComplete="off"
      />
    </FormPage>
  )
}
