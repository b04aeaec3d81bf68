import './set-up-page.css'
import { TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { providerMistakes } from '@chisholm/domain/provider'
import type { ProviderAnswer } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { setupTexts } from './setup-texts.ts'
import { api } from '../../api/client.ts'
import { practice } from '../../api/practice.ts'
import { useSession } from '../../api/session.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { providerQuery } from '../sites/index.ts'
import { type ShownUser, userQuery } from '../users/index.ts'
import { ProviderFields } from './provider-fields.tsx'

/** Asks for the details of the practice and the user's name, which reports need, before anything can be completed. */
export function SetUpPage({ provider }: { provider: ProviderAnswer }) {
  const person = useSession()
  const { data: user, isError, refetch } = useQuery(userQuery(person?.uuid ?? ''))
  if (user) return <SetUpForm provider={provider} user={user} />
  return (
    <Page title={setupTexts.title}>
      {isError ? <FailedState text={texts.failure.loadUser} retry={() => void refetch()} /> : <Skeletons />}
    </Page>
  )
}

/** The configured zone; if the operator configured none, that of this device. */
const zoneOf = ({ time_zone }: ProviderAnswer) =>
  time_zone === constants.provider.timeZone ? Intl.DateTimeFormat().resolvedOptions().timeZone : time_zone

function SetUpForm({ provider, user }: { provider: ProviderAnswer; user: ShownUser }) {
  const { name, phone, email, url, address } = provider
  const { first_name, last_name } = user
  const isNameless = !first_name || !last_name
  const queryClient = useQueryClient()
  const { firstNameRequired, lastNameRequired, providerAddressRequired } = texts.validation
  const form = useForm({
    before: {
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      name,
      phone,
      email,
      url,
      address,
      time_zone: zoneOf(provider),
    },
    required: { first_name: firstNameRequired, last_name: lastNameRequired, address: providerAddressRequired },
    check: providerMistakes,
    send: async ({ first_name, last_name, ...details }) => {
      if (isNameless) await api.put('/users/{id}', { first_name, last_name }, { id: user.id })
      return api.put('/provider', details)
    },
    failed: texts.failure.saveProvider,
    long: true,
    onSaved: async ({ data }) => {
      toast.success(setupTexts.done)
      practice.write(data)
      await queryClient.invalidateQueries({ queryKey: ['user', user.id] })
      // the app layout now shows the requested page
      queryClient.setQueryData(providerQuery().queryKey, data)
    },
  })
  return (
    <FormPage title={setupTexts.title} hint={setupTexts.hint} form={{ ...form, guard: null }} verb={setupTexts.verb}>
      {isNameless && (
        <fieldset className="stack plain">
          <legend>{setupTexts.you}</legend>
          <TextInput label={setupTexts.firstName} autoComplete="given-name" {...form.field('first_name')} />
          <TextInput label={setupTexts.lastName} autoComplete="family-name" {...form.field('last_name')} />
        </fieldset>
      )}
      <fieldset className="stack plain">
        <legend>{setupTexts.practice}</legend>
        <ProviderFields form={form} />
      </fieldset>
    </FormPage>
  )
}
