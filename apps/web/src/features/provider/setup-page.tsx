import './plain-fieldset.css'
import { TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { validateProvider } from '@chisholm/domain/provider'
import type { ProviderAnswer } from '@chisholm/domain/schemas/provider'
import { texts } from '@chisholm/domain/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { setupTexts } from './setup-texts.ts'
import { api } from '../../api/client.ts'
import { cachedProvider } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { QueryState } from '../../ui/states.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { providerQuery } from '../sites/index.ts'
import { type VisibleUser, userQuery } from '../users/index.ts'
import { ProviderFields } from './provider-fields.tsx'

/** Asks for the details of the practice and the user's name. Reports need them, so nothing can be completed before. */
export function SetupPage({ provider }: { provider: ProviderAnswer }) {
  const currentUser = useSession()
  const user = useQuery(userQuery(currentUser?.uuid ?? ''))
  if (user.data) return <SetupForm provider={provider} user={user.data} />
  return (
    <Page title={setupTexts.title}>
      <QueryState query={user} failureText={texts.failure.loadUser} />
    </Page>
  )
}

/** The configured zone. If the operator configured none, it is that of this device. */
const initialTimeZone = ({ time_zone }: ProviderAnswer) =>
  time_zone === constants.provider.timeZone ? Intl.DateTimeFormat().resolvedOptions().timeZone : time_zone

function SetupForm({ provider, user }: { provider: ProviderAnswer; user: VisibleUser }) {
  const { name, phone, email, url, address, photo_protocol, paper = 'letter' } = provider
  const { first_name, last_name } = user
  const isNameless = !first_name || !last_name
  const queryClient = useQueryClient()
  const { firstNameRequired, lastNameRequired, providerAddressRequired } = texts.validation
  const form = useDraftForm({
    draftName: 'setup',
    initialValues: {
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      name,
      phone,
      email,
      url,
      address,
      photo_protocol,
      paper,
      time_zone: initialTimeZone(provider),
    },
    required: { first_name: firstNameRequired, last_name: lastNameRequired, address: providerAddressRequired },
    validate: validateProvider,
    onSubmit: async ({ first_name, last_name, ...details }) => {
      if (isNameless) await api.put('/users/{id}', { first_name, last_name }, { id: user.id })
      return api.put('/provider', details)
    },
    failureText: texts.failure.saveProvider,
    isLong: true,
    onSuccess: async ({ data }) => {
      toast.success(setupTexts.done)
      cachedProvider.write(data)
      await queryClient.invalidateQueries({ queryKey: ['user', user.id] })
      // The app layout now shows the requested page.
      queryClient.setQueryData(providerQuery().queryKey, data)
    },
  })
  return (
    <FormPage
      title={setupTexts.title}
      hint={setupTexts.hint}
      form={{ ...form, guard: null }}
      submitLabel={setupTexts.verb}
    >
      {isNameless && (
        <fieldset className="stack plain">
          <legend>{setupTexts.you}</legend>
          <TextInput label={setupTexts.firstName} autoComplete="given-name" {...form.getInputProps('first_name')} />
          <TextInput label={setupTexts.lastName} autoComplete="family-name" {...form.getInputProps('last_name')} />
        </fieldset>
      )}
      <fieldset className="stack plain">
        <legend>{setupTexts.practice}</legend>
        <ProviderFields form={form} />
      </fieldset>
    </FormPage>
  )
}
