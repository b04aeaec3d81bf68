import { Textarea, TextInput } from '@mantine/core'
import type { Provider } from '@chisholm/domain/schemas/provider'
import { providerTexts } from './provider-texts.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { Form } from '../../ui/use-form.ts'
import { timeZoneChoices } from '../../ui/time-zone-choices.ts'

const contacts = [
  ['phone', 'tel', 'tel'],
  ['email', 'email', 'email'],
  ['url', 'url', 'url'],
] as const

type TextField = Exclude<keyof Provider, 'time_zone' | 'photo_protocol' | 'paper'>

/** Any form that includes these fields. */
interface ProviderForm {
  values: Provider
  setValues: (change: Pick<Provider, 'time_zone'>) => void
  getInputProps: (name: TextField) => Omit<ReturnType<Form<Provider>['getInputProps']>, 'name'> & { name: string }
  errorOf: Form<Provider>['errorOf']
}

/** The form fields for the details of the practice. */
export const ProviderFields = ({ form }: { form: ProviderForm }) => (
  <>
    <TextInput label={providerTexts.name} autoComplete="organization" {...form.getInputProps('name')} />
    <Textarea
      label={providerTexts.address}
      description={providerTexts.addressHint}
      autoComplete="street-address"
      autosize
      minRows={2}
      maxRows={5}
      {...form.getInputProps('address')}
    />
    {contacts.map(([name, type, autoComplete]) => (
      <TextInput
        key={name}
        type={type}
        autoComplete={autoComplete}
        label={providerTexts[name]}
        {...(name === 'url' && { description: providerTexts.urlHint })}
        {...form.getInputProps(name)}
      />
    ))}
    <SelectField
      label={providerTexts.timeZone}
      description={providerTexts.timeZoneHint}
      value={form.values.time_zone}
      onChange={(time_zone) => form.setValues({ time_zone: time_zone ?? form.values.time_zone })}
      choices={timeZoneChoices(form.values.time_zone)}
      error={form.errorOf('time_zone')}
    />
  </>
)
