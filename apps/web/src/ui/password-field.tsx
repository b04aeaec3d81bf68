import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password; the library marks a wrong one for the eye alone. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={Boolean(props.error)} />
)
