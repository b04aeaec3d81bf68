import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/**
 * The library does not set aria-invalid on password inputs, and leaves the button that shows what was typed out of reach
 * of the keyboard.
 */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput visibilityToggleFocusable {...props} aria-invalid={Boolean(props.error)} />
)
