import { IconCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { isOwnName, type UserNames, validatePassword, passwordRules } from '@chisholm/domain/password'
import { texts } from '@chisholm/domain/texts'
import type { ComponentProps, ReactNode } from 'react'
import { PasswordField } from '../../ui/password-field.tsx'
import { authTexts } from './auth-texts.ts'

export interface NewPassword {
  password: string
  again: string
}
export const emptyNewPassword: NewPassword = { password: '', again: '' }

/** Checks the rules that the browser knows. The server also rejects common passwords. */
export function validateNewPassword({ password, again }: NewPassword, own: UserNames): ValidationErrors {
  const error = validatePassword(password) ?? (isOwnName(password, own) ? texts.validation.passwordOwnWords : null)
  if (error) return { password: [error] }
  return password.trim() === again.trim() ? {} : { again: [texts.validation.passwordsDoNotMatch] }
}

interface PasswordFieldsProps {
  password: string
  own: UserNames
  getInputProps: (
    name: 'password' | 'again',
  ) => Pick<ComponentProps<typeof PasswordField>, 'value' | 'onChange' | 'error'>
}

/** The new password and its repetition, with a list of the rules that is updated while typing. */
export const PasswordFields = ({ password, own, getInputProps }: PasswordFieldsProps) => (
  <>
    <PasswordField
      label={authTexts.newPassword.label}
      autoComplete="new-password"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<PasswordRules typedPassword={password} own={own} />}
      {...getInputProps('password')}
    />
    <PasswordField label={authTexts.newPassword.repeat} autoComplete="new-password" {...getInputProps('again')} />
  </>
)

function PasswordRules({ typedPassword, own }: { typedPassword: string; own: UserNames }) {
  const password = typedPassword.trim()
  const rules = passwordRules.flatMap(({ name, holds }) =>
    // This rule is shown only to users who exceed the limit.
    name === 'notTooLong' && holds(password) ? [] : { text: authTexts.newPassword.rules[name], holds: holds(password) },
  )
  return (
    <span className="password-rules">
      {[...rules, { text: authTexts.newPassword.notOwn, holds: password !== '' && !isOwnName(password, own) }].map(
        ({ text, holds }) => (
          <PasswordRule key={text} holds={holds}>
            {text}
          </PasswordRule>
        ),
      )}
      <span>
        <IconInfoCircle size={18} aria-hidden />
        {authTexts.newPassword.notCommon}
      </span>
    </span>
  )
}

const PasswordRule = ({ holds, children }: { holds: boolean; children: ReactNode }) => (
  <span data-holds={holds || undefined}>
    {holds ? <IconCircleCheck size={18} aria-hidden /> : <IconCircle size={18} aria-hidden />}
    <span>
      {children}
      <span className="visually-hidden">{holds ? authTexts.newPassword.kept : authTexts.newPassword.notKept}</span>
    </span>
  </span>
)
