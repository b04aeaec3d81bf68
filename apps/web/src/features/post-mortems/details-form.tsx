import { Checkbox, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isVet, may } from '@chisholm/domain/permissions'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { texts } from '@chisholm/domain/texts'
import { useEffect } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { useSession } from '../../api/session.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FailedState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import type { Form } from '../../ui/use-form.ts'
import { serverNow } from '../../api/server-clock.ts'
import { type DetailsFormValues, firstDetailsError } from './details-form-values.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { customersQuery } from '../customers/index.ts'
import { MoreAccess } from '../sites/index.ts'

/** Shows a toast if the fields with the error are missing, because their choices could not be loaded. */
export function validateDetails(values: DetailsFormValues): ValidationErrors {
  const errors = firstDetailsError(values, serverNow())
  const { data, status } = queryClient.getQueryState(customersQuery().queryKey) ?? {}
  if (Object.keys(errors).length > 0 && status === 'error' && !data) toast.failure(postMortemTexts.customersNotLoaded)
  return errors
}

interface DetailsFormProps {
  form: Form<DetailsFormValues>
  /** The site from whose page a new request was begun. */
  firstSiteId?: string | undefined
}

/** The customers and sites that can be chosen. Those that leave no choice are preselected, and so is `firstSiteId`. */
function useCustomerAndSiteChoices({ form: { values: details, preset }, firstSiteId }: DetailsFormProps) {
  const currentUser = useSession()
  // Retired customers and sites cannot be chosen. One that was chosen before is still shown.
  const found = useQuery(customersQuery())
  const customers = found.data?.filter(({ id, retired }) => !retired || id === details.customer_id)
  const mayChooseCustomer = (currentUser && may(currentUser, 'customer.choose')) || customers?.length === 0
  const offeredSites = (customerId: string | null) =>
    customers
      ?.find((one) => one.id === customerId)
      ?.sites.filter(({ id, retired }) => !retired || id === details.site_id)
  const customer = customers?.find((one) => one.id === details.customer_id)
  const sites = offeredSites(details.customer_id) ?? []

  const isChosen = details.site_id !== null || (mayChooseCustomer && details.customer_id !== null)
  const customerOfFirstSite = isChosen
    ? undefined
    : customers?.find((one) => offeredSites(one.id)?.some(({ id }) => id === firstSiteId))
  // Clients get their own first customer. If there is only one site, it is preselected.
  const presetCustomer = mayChooseCustomer ? undefined : customers?.[0]
  const customerId = customerOfFirstSite?.id ?? details.customer_id ?? presetCustomer?.id ?? null
  const customerSites = offeredSites(customerId)
  const onlySite = customerSites?.length === 1 ? customerSites[0] : undefined
  const siteId = details.site_id ?? (customerOfFirstSite ? firstSiteId : onlySite?.id) ?? null
  const hasNoSites = currentUser && !isVet(currentUser) && customers?.every(({ sites }) => sites.length === 0)
  useEffect(() => {
    if (customerId !== details.customer_id || siteId !== details.site_id)
      preset({ customer_id: customerId, site_id: siteId })
  }, [customerId, siteId, details, preset])

  return { found, customers, customer, sites, mayChooseCustomer, hasNoSites }
}

/** The page that renders this form also submits it. */
export function DetailsForm({ form, firstSiteId }: DetailsFormProps) {
  const { found, customers, customer, sites, mayChooseCustomer, hasNoSites } = useCustomerAndSiteChoices({
    form,
    firstSiteId,
  })
  // Without the list nothing can be chosen, but the values stay.
  const customersNotLoaded = found.isError && !customers
  return (
    <form className="stack" {...form.formProps}>
      <DateField label={postMortemTexts.date} {...form.getInputProps('record_at')} />
      {customersNotLoaded && (
        <FailedState text={postMortemTexts.customersNotLoaded} onRetry={() => void found.refetch()} />
      )}
      {!customersNotLoaded &&
        (mayChooseCustomer ? (
          <SelectField
            searchable
            label={postMortemTexts.client}
            value={form.values.customer_id}
            onChange={(customer_id) => form.setValues({ customer_id, site_id: null })}
            choices={(customers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={customers?.length === 0 ? texts.empty.customers : postMortemTexts.chooseClient}
            error={form.errorOf('customer_id')}
          />
        ) : (
          <dl className="description-list">
            <dt>{postMortemTexts.client}</dt>
            <dd>{customer?.name ?? '…'}</dd>
          </dl>
        ))}
      {!customersNotLoaded && (
        <SelectField
          searchable
          label={postMortemTexts.site}
          {...form.getInputProps('site_id')}
          choices={sites.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={customer && sites.length === 0 ? texts.empty.customerWithoutSites : postMortemTexts.chooseSite}
        />
      )}
      {hasNoSites && <MoreAccess />}
      <Checkbox
        label={postMortemTexts.noVisit}
        checked={form.values.no_vet_visit_requested}
        onChange={(event) => form.setValues({ no_vet_visit_requested: event.currentTarget.checked })}
      />
      <Textarea label={postMortemTexts.notes} {...form.getInputProps('note')} />
    </form>
  )
}
