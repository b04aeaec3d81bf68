import { IconCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { Mistakes } from '@chisholm/domain/mistakes'
import { isOwnWord, type OwnWords, passwordMistake, passwordRules } from '@chisholm/domain/password'
import { texts } from '@chisholm/domain/texts'
import type { ComponentProps, ReactNode } from 'react'
import { PasswordField } from '../../ui/password-field.tsx'
import { authTexts } from './auth-texts.ts'

export interface TypedPassword {
  password: string
  again: string
}
export const noPassword: TypedPassword = { password: '', again: '' }

/** The rules the browser can check; the server also rejects common passwords. */
export function newPasswordMistakes({ password, again }: TypedPassword, own: OwnWords): Mistakes {
  const mistake = passwordMistake(password) ?? (isOwnWord(password, own) ? texts.validation.passwordOwnWords : null)
  if (mistake) return { password: [mistake] }
  return password.trim() === again.trim() ? {} : { again: [texts.validation.passwordsDoNotMatch] }
}

interface PasswordFieldsProps {
  typed: string
  own: OwnWords
  field: (name: 'password' | 'again') => Pick<ComponentProps<typeof PasswordField>, 'value' | 'onChange' | 'error'>
}

/** New password and its repetition, with a live checklist of the rules. */
export const PasswordFields = ({ typed, own, field }: PasswordFieldsProps) => (
  <>
    <PasswordField
      label={authTexts.newPassword.label}
      autoComplete="new-password"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<Rules typed={typed} own={own} />}
      {...field('password')}
    />
    <PasswordField label={authTexts.newPassword.repeat} autoComplete="new-password" {...field('again')} />
  </>
)

function Rules({ typed, own }: { typed: string; own: OwnWords }) {
  const password = typed.trim()
  const rules = passwordRules.flatMap(({ name, holds }) =>
    // shown only to users who exceed it
    name === 'notTooLong' && holds(password) ? [] : { text: authTexts.newPassword.rules[name], holds: holds(password) },
  )
  return (
    <span className="password-rules">
      {[...rules, { text: authTexts.newPassword.notOwn, holds: password !== '' && !isOwnWord(password, own) }].map(
        ({ text, holds }) => (
          <Rule key={text} holds={holds}>
            {text}
          </Rule>
        ),
      )}
      <span>
        <IconInfoCircle size={18} aria-hidden />
        {authTexts.newPassword.notCommon}
      </span>
    </span>
  )
}

const Rule = ({ holds, children }: { holds: boolean; children: ReactNode }) => (
  <span data-holds={holds || undefined}>
    {holds ? <IconCircleCheck size={18} aria-hidden /> : <IconCircle size={18} aria-hidden />}
    <span>
      {children}
      <span className="visually-hidden">{holds ? authTexts.newPassword.kept : authTexts.newPassword.notKept}</span>
    </span>
  </span>
)
