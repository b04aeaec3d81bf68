import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { validateEmail } from '@chisholm/domain/email'
import { type Role, rolesToInvite } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { Page } from '../../ui/page.tsx'
import { toast, errorMessage } from '../../ui/toast.ts'
import { customersQuery } from '../customers/index.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { inviteTexts } from './invite-texts.ts'

// cast: widens the literal to the type of the field
const emptyForm = { email: '', role: 'Client' as Role, customer_id: null as string | null, sites: [] as string[] }

/** Invites a client to sites of a customer. Admins may invite to other roles, which need no sites. */
export function InviteUserPage() {
  const currentUser = useSession()
  const roles = currentUser ? rolesToInvite(currentUser) : []
  const invalidateUsers = useInvalidateUsers()
  const [typed, setTyped] = useState(emptyForm)
  const [error, setError] = useState<{ field: string; text: string } | null>(null)
  const customers = (useQuery(customersQuery()).data ?? []).filter(({ retired }) => !retired)
  const chosen = customers.find((customer) => customer.id === typed.customer_id)
  const sites = (chosen?.sites ?? []).filter(({ retired }) => !retired)
  const isClient = typed.role === 'Client'
  const invite = useMutation({
    mutationFn: () => api.post('/user-invites', isClient ? typed : { email: typed.email, role: typed.role }),
    onSuccess: async () => {
      toast.success(texts.success.userInvited)
      setTyped(emptyForm)
      await invalidateUsers()
    },
    onError: (failure) => toast.failure(errorMessage(failure, texts.failure.inviteUser)),
  })
  const leaveGuard = useLeaveGuard(() => JSON.stringify(typed) !== JSON.stringify(emptyForm), uiTexts.changesAreLost)
  const send = () => {
    const { validation } = texts
    const emailError = validateEmail(typed.email)
    if (emailError) return setError({ field: 'email', text: emailError })
    if (isClient) {
      if (!typed.customer_id) return setError({ field: 'customer', text: validation.inviteCustomerRequired })
      if (sites.length === 0) return setError({ field: 'customer', text: validation.inviteCustomerWithoutSites })
      if (typed.sites.length === 0) return setError({ field: 'sites', text: validation.inviteSitesRequired })
    }
    setError(null)
    invite.mutate()
  }
  const errorOf = (field: string) => (error?.field === field ? error.text : undefined)
  return (
    <Page
      title={uiTexts.inviteUser}
      back
      ownHeading
      foot={
        <Button loading={invite.isPending} onClick={send}>
          {inviteTexts.verb}
        </Button>
      }
    >
      <h1>{uiTexts.inviteUser}</h1>
      <TextInput
        label={uiTexts.email}
        type="email"
        value={typed.email}
        onChange={(event) => setTyped({ ...typed, email: event.currentTarget.value })}
        error={errorOf('email')}
      />
      {roles.length > 1 && (
        <SelectField
          label={inviteTexts.role}
          value={typed.role}
          onChange={(role) =>
            setTyped({ ...emptyForm, email: typed.email, role: roles.find((one) => one === role) ?? 'Client' })
          }
          choices={roles.map((role) => ({ value: role, label: role }))}
        />
      )}
      {isClient && (
        <>
          <SelectField
            label={inviteTexts.customer}
            value={typed.customer_id}
            onChange={(customer_id) => setTyped({ ...typed, customer_id, sites: [] })}
            choices={customers.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={customers.length === 0 ? texts.empty.customers : inviteTexts.chooseCustomer}
            error={errorOf('customer')}
          />
          {typed.customer_id && sites.length === 0 && <p className="hint">{texts.empty.customerWithoutSites}</p>}
          {sites.length > 0 && (
            <Checkbox.Group
              label={inviteTexts.sites}
              value={typed.sites}
              onChange={(chosen) => setTyped({ ...typed, sites: chosen })}
              error={errorOf('sites')}
            >
              {sites.map((site) => (
                <Checkbox key={site.id} value={site.id} label={site.name} />
              ))}
            </Checkbox.Group>
          )}
        </>
      )}
      {leaveGuard}
    </Page>
  )
}
