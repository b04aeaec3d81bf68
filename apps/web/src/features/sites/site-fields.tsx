import { TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { customerOrSiteTexts } from '../customers/index.ts'
import type { Form } from '../../ui/use-form.ts'

export interface SiteFormValues {
  name: string
  city: string
  region: string
}

export function SiteFields({ form }: { form: Pick<Form<SiteFormValues>, 'getInputProps'> }) {
  const textProps = (name: keyof SiteFormValues) => ({
    label: customerOrSiteTexts[name],
    ...form.getInputProps(name),
    maxLength: constants.customerAndSiteTextMax,
    autoComplete: 'off',
  })
  return (
    <>
      <TextInput {...textProps('name')} data-autofocus />
      <div className="two">
        <TextInput {...textProps('city')} />
        <TextInput {...textProps('region')} />
      </div>
    </>
  )
}
