import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DateOf } from '../../ui/moment.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthenticatorSetup, type Begun } from './authenticator-setup.tsx'
import { Section } from './section.tsx'
import { useChange } from './use-change.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

interface AuthenticatorSectionProps {
  isOn: boolean
  usedAt: string | null
  onAdded: (codes: string[] | null) => void
  /** The user was sent here to set up a factor. */
  urgent: boolean
}

export function AuthenticatorSection({ isOn, usedAt, onAdded, urgent }: AuthenticatorSectionProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const { change, busy, dialog } = useChange()
  const { ask, dialog: question } = useConfirm()
  const begin = async () => {
    const answer = await change(() => api.post('/auth/authenticator', undefined))
    if (answer) setBegun(answer.data)
  }
  const remove = async () => {
    if (!(await ask({ title: secondFactorTexts.askRemoveApp, verb: uiTexts.remove, dangerous: true }))) return
    if (await change(() => api.delete('/auth/authenticator'))) toast.success(secondFactorTexts.appRemoved)
  }
  return (
    <Section title={secondFactorTexts.app} hint={secondFactorTexts.appHint} isOn={isOn}>
      {isOn && usedAt && (
        <p>
          {secondFactorTexts.lastUsed} <DateOf at={usedAt} />
        </p>
      )}
      <Button variant={urgent ? 'filled' : 'default'} loading={busy} onClick={() => void (isOn ? remove() : begin())}>
        {isOn ? secondFactorTexts.removeApp : secondFactorTexts.setUpApp}
      </Button>
      <AuthenticatorSetup begun={begun} onClose={() => setBegun(null)} onAdded={onAdded} />
      {question}
      {dialog}
    </Section>
  )
}
