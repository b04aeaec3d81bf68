import { Textarea, TextInput } from '@mantine/core'
import type { Provider } from '@chisholm/domain/shapes'
import { providerTexts } from './provider-texts.ts'
import { SelectField } from '../../ui/fields.tsx'
import type { Form } from '../../ui/use-form.ts'
import { zoneChoices } from './zone-choices.ts'

const contacts = [
  ['phone', 'tel', 'tel'],
  ['email', 'email', 'email'],
  ['url', 'url', 'url'],
] as const

type TextField = Exclude<keyof Provider, 'time_zone'>

/** Any form that includes these fields. */
interface ProviderForm {
  typed: Provider
  set: (change: Pick<Provider, 'time_zone'>) => void
  field: (name: TextField) => Omit<ReturnType<Form<Provider>['field']>, 'name'> & { name: string }
  mistake: Form<Provider>['mistake']
}

/** The form fields of the provider (the veterinary practice). */
export const ProviderFields = ({ form }: { form: ProviderForm }) => (
  <>
    <TextInput label={providerTexts.name} autoComplete="organization" {...form.field('name')} />
    <Textarea
      label={providerTexts.address}
      description={providerTexts.addressHint}
      autoComplete="street-address"
      autosize
      minRows={2}
      maxRows={5}
      {...form.field('address')}
    />
    {contacts.map(([name, type, autoComplete]) => (
      <TextInput
        key={name}
        type={type}
        autoComplete={autoComplete}
        label={providerTexts[name]}
        {...(name === 'url' && { description: providerTexts.urlHint })}
        {...form.field(name)}
      />
    ))}
    <SelectField
      label={providerTexts.timeZone}
      description={providerTexts.timeZoneHint}
      value={form.typed.time_zone}
      onChange={(time_zone) => form.set({ time_zone: time_zone ?? form.typed.time_zone })}
      choices={zoneChoices(form.typed.time_zone)}
      error={form.mistake('time_zone')}
    />
  </>
)
