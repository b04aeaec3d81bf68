import { TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { customerTexts } from './customer-texts.ts'
import { api } from '../../api/client.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import { newId } from '../../api/new-id.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { useRefreshCustomersAndSites } from './admin-queries.ts'

/** Creates a customer, then shows its page, where sites are added. */
export function NewCustomerPage() {
  const [initialValues] = useState(() => ({ id: newId(), name: '' }))
  const navigate = useNavigate()
  const refreshCustomersAndSites = useRefreshCustomersAndSites()
  const form = usePageForm({
    draftName: 'new-customer',
    initialValues,
    required: { name: texts.validation.nameRequired },
    failureText: customerTexts.failedToAdd,
    onSubmit: (customer) =>
      createOrChange(
        customer,
        (body) => api.post('/customers', body),
        (id, { name }) => api.put('/customers/{id}', { name }, { id }),
      ),
    onSuccess: async ({ message }) => {
      await refreshCustomersAndSites()
      toast.success(message ?? texts.success.customerAdded)
    },
    onDone: ({ data }) => navigate({ to: `/a/admin/customers/${data.id}`, replace: true }),
  })
  return (
    <FormPage
      title={customerTexts.new}
      hint={customerTexts.newHint}
      back="/a/admin/customers"
      form={form}
      submitLabel={customerTexts.add}
    >
      <TextInput
        label={customerOrSiteTexts.name}
        {...form.getInputProps('name')}
        maxLength={constants.customerAndSiteTextMax}
        autoComplete="off"
      />
    </FormPage>
  )
}
