import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { DateOnly } from '../../ui/date-time.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthenticatorSetup, type AuthenticatorSecret } from './authenticator-setup.tsx'
import { SecuritySection } from './security-section.tsx'
import { useSecurityChange } from './use-security-change.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

interface AuthenticatorSectionProps {
  isOn: boolean
  usedAt: string | null
  onAdded: (codes: string[] | null) => void
  /** Whether the user was sent here to set up a factor. */
  isUrgent: boolean
}

export function AuthenticatorSection({ isOn, usedAt, onAdded, isUrgent }: AuthenticatorSectionProps) {
  const [secret, setSecret] = useState<AuthenticatorSecret | null>(null)
  const { change, busy, dialog } = useSecurityChange()
  const { ask, dialog: confirmDialog } = useConfirm()
  const startSetup = async () => {
    const answer = await change(() => api.post('/auth/authenticator', undefined))
    if (answer) setSecret(answer.data)
  }
  const remove = async () => {
    if (!(await ask({ title: secondFactorTexts.askRemoveApp, confirmLabel: uiTexts.remove, isDangerous: true }))) return
    if (await change(() => api.delete('/auth/authenticator'))) toast.success(secondFactorTexts.appRemoved)
  }
  return (
    <SecuritySection title={secondFactorTexts.app} hint={secondFactorTexts.appHint} isOn={isOn}>
      {isOn && usedAt && (
        <p>
          {secondFactorTexts.lastUsed} <DateOnly at={usedAt} />
        </p>
      )}
      <Button
        variant={isUrgent ? 'filled' : 'default'}
        loading={busy}
        onClick={() => void (isOn ? remove() : startSetup())}
      >
        {isOn ? secondFactorTexts.removeApp : secondFactorTexts.setUpApp}
      </Button>
      <AuthenticatorSetup secret={secret} onClose={() => setSecret(null)} onAdded={onAdded} />
      {confirmDialog}
      {dialog}
    </SecuritySection>
  )
}
