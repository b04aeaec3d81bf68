import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { SelectField } from '../../ui/fields.tsx'
import { Page } from '../../ui/page.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { customersQuery } from '../customers/queries.ts'

const empty = { email: '', customer_id: null as string | null, sites: [] as string[] }

/** Invites somebody to the chosen sites of a customer. */
export function InviteUserPage() {
  const [typed, setTyped] = useState(empty)
  const [error, setError] = useState<{ field: string; text: string } | null>(null)
  const customers = useQuery(customersQuery()).data ?? []
  const sites = customers.find((customer) => customer.id === typed.customer_id)?.sites ?? []
  const invite = useMutation({
    mutationFn: () => api.post('/user-invites', typed),
    onSuccess: () => {
      toast.success(texts.success.userInvited)
      setTyped(empty)
    },
    onError: (failure) => toast.failure(wordsOf(failure, texts.failure.inviteUser)),
  })
  const send = () => {
    const { validation } = texts
    if (!typed.email.trim()) return setError({ field: 'email', text: validation.emailRequired })
    if (!typed.customer_id) return setError({ field: 'customer', text: validation.inviteCustomerRequired })
    if (sites.length === 0) return setError({ field: 'customer', text: validation.inviteCustomerWithoutSites })
    if (typed.sites.length === 0) return setError({ field: 'sites', text: validation.inviteSitesRequired })
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
          Invite
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
      <SelectField
        label="Customer"
        value={typed.customer_id}
        onChange={(customer_id) => setTyped({ ...typed, customer_id, sites: [] })}
        choices={customers.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={customers.length === 0 ? texts.empty.customers : 'Choose a customer'}
        error={errorOf('customer')}
      />
      {typed.customer_id && sites.length === 0 && <p className="hint">{texts.empty.customerWithoutSites}</p>}
      {sites.length > 0 && (
        <Checkbox.Group
          label="Sites"
          value={typed.sites}
          onChange={(chosen) => setTyped({ ...typed, sites: chosen })}
          error={errorOf('sites')}
        >
          {sites.map((site) => (
            <Checkbox key={site.id} value={site.id} label={site.name} />
          ))}
        </Checkbox.Group>
      )}
    </Page>
  )
}
