import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { mayResetSecondFactor, type Role } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import type { VisibleUser } from '../users/index.ts'
import { uiTexts } from '../../ui-texts.ts'
import { SecuritySection } from './security-section.tsx'
import { useResetSecondFactor } from './use-reset-second-factor.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'

async function findUserByEmail(email: string): Promise<VisibleUser | undefined> {
  const { data } = await api.get('/users', { 'filter[email]': email, per_page: constants.maxPageSize })
  return data.find((user) => user.email?.toLowerCase() === email.toLowerCase())
}

/** Lets Admins remove the second factor of a user who lost it. */
export function ResetSection({ currentUser }: { currentUser: { id: string; roles: readonly Role[] } }) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { change, reset, busy, dialogs } = useResetSecondFactor()
  const find = async (event: FormEvent) => {
    event.preventDefault()
    if (!email.trim()) return setError(texts.validation.emailRequired)
    setError(null)
    const user = await change(async () => (await findUserByEmail(email.trim())) ?? 'nobody')
    if (!user) return
    if (user === 'nobody') return setError(secondFactorTexts.nobody)
    if (!mayResetSecondFactor(currentUser, user)) return setError(texts.refusal.forbidden)
    if (await reset(user)) setEmail('')
  }
  return (
    <SecuritySection title={secondFactorTexts.lostFactor} hint={secondFactorTexts.lostFactorHint}>
      <form className="stack" onSubmit={(event) => void find(event)} noValidate>
        <TextInput
          label={uiTexts.email}
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={error}
        />
        <Button type="submit" variant="default" loading={busy}>
          {secondFactorTexts.removeFactor}
        </Button>
      </form>
      {dialogs}
    </SecuritySection>
  )
}
