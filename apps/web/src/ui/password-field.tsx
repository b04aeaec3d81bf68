import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** The library does not set aria-invalid on password inputs. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={Boolean(props.error)} />
)
