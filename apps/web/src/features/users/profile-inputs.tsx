import { TextInput } from '@mantine/core'
import type { Form } from '../../ui/use-form.ts'
import { profileFields, type ProfileValues } from './profile-fields.ts'

export const ProfileInputs = ({ getInputProps }: Pick<Form<ProfileValues>, 'getInputProps'>) =>
  profileFields.map(([name, label]) => <TextInput key={name} label={label} {...getInputProps(name)} />)
