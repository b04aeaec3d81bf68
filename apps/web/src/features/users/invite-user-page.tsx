import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormPage } from '../../ui/form-page.tsx'
import { validateEmail } from '@chisholm/domain/email'
import { type Role, rolesToInvite } from '@chisholm/domain/permissions'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import type { Form } from '../../ui/use-form.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { hasFailed, QueryState } from '../../ui/states.tsx'
import { customersQuery, customerTexts } from '../customers/index.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { inviteTexts } from './invite-texts.ts'

// cast: widens the literal to the type of the field
const emptyForm = { email: '', role: 'Client' as Role, customer_id: null as string | null, sites: [] as string[] }

/** Invites a client to sites of a customer. Admins may also invite to other roles, which need no sites. */
export function InviteUserPage() {
  const currentUser = useSession()
  const roles = currentUser ? rolesToInvite(currentUser) : []
  const invalidateUsers = useInvalidateUsers()
  const offer = useOfferedCustomers()
  const form = usePageForm({
    draftName: 'invitation',
    initialValues: emptyForm,
    validate: (values) => validateInvitation(values, offer.sitesOf(values.customer_id).length),
    onSubmit: ({ email, role, ...access }) =>
      api.post('/user-invites', role === 'Client' ? { email, role, ...access } : { email, role }),
    failureText: texts.failure.inviteUser,
    toastFailures: true,
    onSuccess: async () => {
      toast.success(texts.success.userInvited)
      // Otherwise, something was typed while the rest was saved.
      if (!form.isDirty()) form.resetTo(emptyForm)
      await invalidateUsers()
    },
  })
  const { values } = form
  return (
    <FormPage title={uiTexts.inviteUser} back form={form} submitLabel={inviteTexts.verb}>
      <TextInput label={uiTexts.email} type="email" {...form.getInputProps('email')} />
      {roles.length > 1 && (
        <SelectField
          label={inviteTexts.role}
          value={values.role}
          onChange={(chosen) =>
            form.setValues({
              ...emptyForm,
              email: values.email,
              role: roles.find((role) => role === chosen) ?? 'Client',
            })
          }
          choices={roles.map((role) => ({ value: role, label: role }))}
        />
      )}
      {values.role === 'Client' && <SiteAccessFields form={form} offer={offer} />}
    </FormPage>
  )
}

/** The customers and sites to which somebody can be invited. */
function useOfferedCustomers() {
  const query = useQuery(customersQuery())
  const customers = (query.data ?? []).filter(({ retired }) => !retired)
  const sitesOf = (customerId: string | null) =>
    (customers.find(({ id }) => id === customerId)?.sites ?? []).filter(({ retired }) => !retired)
  return { query, customers, sitesOf }
}

interface SiteAccessFieldsProps {
  form: Form<typeof emptyForm>
  offer: ReturnType<typeof useOfferedCustomers>
}

/** The customer and the sites of an invited client. */
function SiteAccessFields({ form, offer: { query, customers, sitesOf } }: SiteAccessFieldsProps) {
  const { values } = form
  const sites = sitesOf(values.customer_id)
  /** A customer with a single site has it selected automatically (specification 5). */
  const onlySite = (customerId: string | null) => {
    const [site, ...more] = sitesOf(customerId)
    return site && more.length === 0 ? [site.id] : []
  }
  return (
    <>
      <SelectField
        searchable
        label={inviteTexts.customer}
        value={values.customer_id}
        onChange={(customer_id) => form.setValues({ customer_id, sites: onlySite(customer_id) })}
        choices={customers.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={query.data && customers.length === 0 ? texts.empty.customers : inviteTexts.chooseCustomer}
        error={form.errorOf('customer_id')}
      />
      {hasFailed(query) && <QueryState query={query} failureText={customerTexts.failed} />}
      {values.customer_id && sites.length === 0 && <p className="hint">{texts.empty.customerWithoutSites}</p>}
      {sites.length > 0 && (
        <Checkbox.Group label={inviteTexts.sites} {...form.getInputProps('sites')}>
          {sites.map((site) => (
            <Checkbox key={site.id} value={site.id} label={site.name} />
          ))}
        </Checkbox.Group>
      )}
    </>
  )
}

/** Only the first error, in the order of specification section 5. */
function validateInvitation(
  { email, role, customer_id, sites }: typeof emptyForm,
  offeredSites: number,
): ValidationErrors {
  const { inviteCustomerRequired, inviteCustomerWithoutSites, inviteSitesRequired } = texts.validation
  const emailError = validateEmail(email)
  if (emailError) return { email: [emailError] }
  if (role !== 'Client') return {}
  if (!customer_id) return { customer_id: [inviteCustomerRequired] }
  if (offeredSites === 0) return { customer_id: [inviteCustomerWithoutSites] }
  return sites.length === 0 ? { sites: [inviteSitesRequired] } : {}
}
