import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { mayResetSecondFactor, type Role } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import type { ShownUser } from '../users/index.ts'
import { uiTexts } from '../../ui-texts.ts'
import { Section } from './section.tsx'
import { useReset } from './use-reset.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'

async function userWith(email: string): Promise<ShownUser | undefined> {
  const { data } = await api.get('/users', { 'filter[email]': email, per_page: constants.everything })
  return data.find((user) => user.email?.toLowerCase() === email.toLowerCase())
}

/** Lets Admins remove the second factor of a user who lost it. */
export function ResetSection({ person }: { person: { id: string; roles: readonly Role[] } }) {
  const [email, setEmail] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const { change, reset, busy, dialogs } = useReset()
  const find = async (event: FormEvent) => {
    event.preventDefault()
    if (!email.trim()) return setMistake(texts.validation.emailRequired)
    setMistake(null)
    const user = await change(async () => (await userWith(email.trim())) ?? 'nobody')
    if (!user) return
    if (user === 'nobody') return setMistake(secondFactorTexts.nobody)
    if (!mayResetSecondFactor(person, user)) return setMistake(texts.refusal.forbidden)
    if (await reset(user)) setEmail('')
  }
  return (
    <Section title={secondFactorTexts.lostFactor} hint={secondFactorTexts.lostFactorHint}>
      <form className="stack" onSubmit={(event) => void find(event)} noValidate>
        <TextInput
          label={uiTexts.email}
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={mistake}
        />
        <Button type="submit" variant="default" loading={busy}>
          {secondFactorTexts.removeFactor}
        </Button>
      </form>
      {dialogs}
    </Section>
  )
}
