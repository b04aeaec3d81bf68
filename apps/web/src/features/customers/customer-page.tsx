import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import type { Customer } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { adminTexts } from '../../admin-texts.ts'
import { api } from '../../api/client.ts'
import { OnePage } from '../../ui/one-page.tsx'
import { Part } from '../../ui/part.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { customerQuery, usePlacesChanged } from './admin-queries.ts'
import { CustomerSites } from './customer-sites.tsx'
import { PlaceActions } from './place-actions.tsx'
import { RetiredPill } from './retired-pill.tsx'

const words = adminTexts.customers
const list = '/a/admin/customers'

/** One customer: its name, its sites, and what can be done with it. */
export function CustomerPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(customerQuery(id))
  return (
    <OnePage query={query} title={words.title} nameOf={({ name }) => name} back={list} failed={words.failed}>
      {(customer) => <Details key={customer.id} customer={customer} />}
    </OnePage>
  )
}

function Details({ customer }: { customer: Customer }) {
  const { id, name, retired, sites } = customer
  const navigate = useNavigate()
  const placesChanged = usePlacesChanged()
  const setRetired = async (next: 0 | 1) => {
    await api.put('/customers/{id}', { retired: next }, { id })
    await placesChanged()
  }
  const remove = async () => {
    await api.delete('/customers/{id}', { id })
    await navigate({ to: list as string, replace: true })
    await placesChanged()
  }
  return (
    <>
      <div className="row between">
        <h1>{name}</h1>
        <RetiredPill retired={retired} />
      </div>
      <CustomerSites customer={customer} sites={sites} />
      <NameForm customer={customer} />
      <PlaceActions name={name} retired={retired} setRetired={setRetired} remove={remove} />
    </>
  )
}

function NameForm({ customer: { id, name } }: { customer: Customer }) {
  const placesChanged = usePlacesChanged()
  const form = usePageForm({
    before: { name },
    required: { name: texts.validation.nameRequired },
    failed: adminTexts.places.failedToChange,
    send: (typed) => api.put('/customers/{id}', typed, { id }),
    onSaved: async ({ message }) => {
      await placesChanged()
      toast.success(message ?? texts.success.dataUpdated)
    },
  })
  return (
    <Part title={words.details}>
      <form className="stack" {...form.frame}>
        <TextInput
          label={adminTexts.name}
          {...form.field('name')}
          maxLength={constants.placeNameMax}
          autoComplete="off"
        />
        <Button type="submit" variant="default" loading={form.busy}>
          {adminTexts.save}
        </Button>
      </form>
      {form.guard}
    </Part>
  )
}
