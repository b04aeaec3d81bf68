import { Checkbox, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isDay } from '@chisholm/domain/dates'
import { may } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useEffect } from 'react'
import type { PostMortemDetails } from '../../api/outbox-entries.ts'
import { queryClient } from '../../api/query-client.ts'
import { useSession } from '../../api/session.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FailedState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { customersQuery } from '../customers/index.ts'

export interface DetailsFormValues {
  record_at: string | null
  customer_id: string | null
  site_id: string | null
  note: string
  no_vet_visit_requested: boolean
}
export type DetailsErrors = Partial<Record<'record_at' | 'customer_id' | 'site_id', string>>

/** The first error, in the order of specification section 5. */
export function validateDetails({ record_at, customer_id, site_id }: DetailsFormValues): DetailsErrors | null {
  if (!record_at) return { record_at: texts.validation.dateRequired }
  if (!isDay(record_at)) return { record_at: texts.validation.scheduleDateRequired }
  if (!customer_id) return { customer_id: texts.validation.customerRequired }
  if (!site_id) return { site_id: texts.validation.siteRequired }
  return null
}

/** For when the list failed to load, so that the fields with their errors are not shown. */
export function toastIfCustomersNotLoaded(): void {
  const { data, status } = queryClient.getQueryState(customersQuery().queryKey) ?? {}
  if (status === 'error' && !data) toast.failure(postMortemTexts.customersNotLoaded)
}

/** Keeps the errors of unchanged fields: an error disappears once its field is edited. */
export const errorsOfUnchangedFields = (
  errors: DetailsErrors,
  before: DetailsFormValues,
  after: DetailsFormValues,
): DetailsErrors =>
  Object.fromEntries(
    (['record_at', 'customer_id', 'site_id'] as const).flatMap((field) =>
      errors[field] && before[field] === after[field] ? [[field, errors[field]]] : [],
    ),
  )

/** The server's errors of the fields shown here. */
export const serverFieldErrors = (errors: Record<string, string[]>): DetailsErrors =>
  Object.fromEntries(
    (['record_at', 'customer_id', 'site_id'] as const).flatMap((field) =>
      errors[field]?.[0] ? [[field, errors[field][0]]] : [],
    ),
  )

/** Converts form values to the body of a request; null while a required field is empty. */
export function toPostMortemDetails({
  record_at,
  customer_id,
  site_id,
  ...rest
}: DetailsFormValues): PostMortemDetails | null {
  if (!record_at || !customer_id || !site_id) return null
  return { ...rest, record_at, customer_id, site_id, no_vet_visit_requested: rest.no_vet_visit_requested ? 1 : 0 }
}

interface DetailsFormProps {
  details: DetailsFormValues
  onChange: (details: DetailsFormValues) => void
  /** Called for values preset by the form itself, which are no user input. */
  onFill: (details: DetailsFormValues) => void
  errors: DetailsErrors
}

export function DetailsForm({ details, onChange, onFill, errors }: DetailsFormProps) {
  const currentUser = useSession()
  // retired customers and sites are not offered, except the one already chosen
  const customersQueryResult = useQuery(customersQuery())
  const customers = customersQueryResult.data?.filter(({ id, retired }) => !retired || id === details.customer_id)
  const set = (change: Partial<DetailsFormValues>) => onChange({ ...details, ...change })
  const mayChooseCustomer = (currentUser && may(currentUser, 'customer.choose')) || customers?.length === 0
  const offeredSites = (customerId: string | null) =>
    customers
      ?.find((one) => one.id === customerId)
      ?.sites.filter(({ id, retired }) => !retired || id === details.site_id)
  const customer = customers?.find((one) => one.id === details.customer_id)
  const sites = offeredSites(details.customer_id) ?? []

  // clients get their own first customer; a single site is preselected
  const presetCustomer = mayChooseCustomer ? undefined : customers?.[0]
  const customerId = details.customer_id ?? presetCustomer?.id ?? null
  const customerSites = offeredSites(customerId)
  const siteId = details.site_id ?? (customerSites?.length === 1 ? (customerSites[0]?.id ?? null) : null)
  useEffect(() => {
    if (customerId !== details.customer_id || siteId !== details.site_id)
      onFill({ ...details, customer_id: customerId, site_id: siteId })
  }, [customerId, siteId, details, onFill])

  // without the list nothing can be chosen; the values stay
  const customersNotLoaded = customersQueryResult.isError && !customers
  return (
    <>
      <DateField
        label={postMortemTexts.date}
        value={details.record_at}
        onChange={(record_at) => set({ record_at })}
        error={errors.record_at}
      />
      {customersNotLoaded && (
        <FailedState text={postMortemTexts.customersNotLoaded} onRetry={() => void customersQueryResult.refetch()} />
      )}
      {!customersNotLoaded &&
        (mayChooseCustomer ? (
          <SelectField
            label={postMortemTexts.client}
            value={details.customer_id}
            onChange={(customer_id) => set({ customer_id, site_id: null })}
            choices={(customers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={customers?.length === 0 ? texts.empty.customers : postMortemTexts.chooseClient}
            error={errors.customer_id}
          />
        ) : (
          <dl className="facts">
            <dt>{postMortemTexts.client}</dt>
            <dd>{customer?.name ?? '…'}</dd>
          </dl>
        ))}
      {!customersNotLoaded && (
        <SelectField
          label={postMortemTexts.site}
          value={details.site_id}
          onChange={(site_id) => set({ site_id })}
          choices={sites.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={customer && sites.length === 0 ? texts.empty.customerWithoutSites : postMortemTexts.chooseSite}
          error={errors.site_id}
        />
      )}
      <Checkbox
        label={postMortemTexts.noVisit}
        checked={details.no_vet_visit_requested}
        onChange={(event) => set({ no_vet_visit_requested: event.currentTarget.checked })}
      />
      <Textarea
        label={postMortemTexts.notes}
        value={details.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </>
  )
}
