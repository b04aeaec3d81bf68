import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import type { Customer } from '@chisholm/domain/shapes'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { customerTexts } from './customer-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { OnePage } from '../../ui/one-page.tsx'
import { Part } from '../../ui/part.tsx'
import { customerQuery } from './admin-queries.ts'
import { CustomerSites } from './customer-sites.tsx'
import { PlaceActions } from './place-actions.tsx'
import { RetiredPill } from './retired-pill.tsx'
import { usePlaceForm } from './use-place-form.ts'

const list = '/a/admin/customers'

export function CustomerPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(customerQuery(id))
  return (
    <OnePage
      query={query}
      title={customerTexts.title}
      nameOf={({ name }) => name}
      back={list}
      failed={customerTexts.failed}
    >
      {(customer) => <Details key={customer.id} customer={customer} />}
    </OnePage>
  )
}

function Details({ customer }: { customer: Customer }) {
  const { id, name, retired, sites } = customer
  return (
    <>
      <div className="row between">
        <h1>{name}</h1>
        <RetiredPill retired={retired} />
      </div>
      <CustomerSites customer={customer} sites={sites} />
      <NameForm customer={customer} />
      <PlaceActions
        name={name}
        retired={retired}
        setRetired={(next) => api.put('/customers/{id}', { retired: next }, { id })}
        remove={() => api.delete('/customers/{id}', { id })}
        afterwards={list}
      />
    </>
  )
}

function NameForm({ customer: { id, name } }: { customer: Customer }) {
  const form = usePlaceForm({ name }, (typed) => api.put('/customers/{id}', typed, { id }))
  return (
    <Part title={customerTexts.details}>
      <form className="stack" {...form.frame}>
        <TextInput
          label={customerOrSiteTexts.name}
          {...form.field('name')}
          maxLength={constants.placeNameMax}
          autoComplete="off"
        />
        <Button type="submit" variant="default" loading={form.busy}>
          {uiTexts.save}
        </Button>
      </form>
      {form.guard}
    </Part>
  )
}
