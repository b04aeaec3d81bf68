import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import type { Customer } from '@chisholm/domain/schemas/customers-and-sites'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { customerTexts } from './customer-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { customerQuery } from './queries.ts'
import { CustomerSites } from './customer-sites.tsx'
import { CustomerOrSiteActions } from './customer-or-site-actions.tsx'
import { RetiredPill } from './retired-pill.tsx'
import { useCustomerOrSiteForm } from './use-customer-or-site-form.ts'

const listPath = '/a/admin/customers'

export function CustomerPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(customerQuery(id))
  return (
    <DetailPage
      query={query}
      title={customerTexts.title}
      nameOf={({ name }) => name}
      back={listPath}
      failureText={customerTexts.failed}
    >
      {(customer) => <CustomerDetails key={customer.id} customer={customer} />}
    </DetailPage>
  )
}

function CustomerDetails({ customer }: { customer: Customer }) {
  const { id, name, retired, sites } = customer
  return (
    <>
      <div className="row between">
        <h1>{name}</h1>
        <RetiredPill retired={retired} />
      </div>
      <CustomerSites customer={customer} sites={sites} />
      <NameForm customer={customer} />
      <CustomerOrSiteActions
        name={name}
        retired={retired}
        setRetired={(next) => api.put('/customers/{id}', { retired: next }, { id })}
        remove={() => api.delete('/customers/{id}', { id })}
        listPath={listPath}
      />
    </>
  )
}

function NameForm({ customer: { id, name } }: { customer: Customer }) {
  const form = useCustomerOrSiteForm(`customer ${id}`, { name }, (typed) => api.put('/customers/{id}', typed, { id }))
  return (
    <CardSection title={customerTexts.details}>
      <form className="stack" {...form.formProps}>
        <TextInput
          label={customerOrSiteTexts.name}
          {...form.getInputProps('name')}
          maxLength={constants.customerAndSiteTextMax}
          autoComplete="off"
        />
        <Button type="submit" variant="default" loading={form.isSubmitting}>
          {uiTexts.save}
        </Button>
      </form>
      {form.guard}
    </CardSection>
  )
}
