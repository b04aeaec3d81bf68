import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DateOf } from '../../ui/moment.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthenticatorSetup, type Begun } from './authenticator-setup.tsx'
import { Section } from './section.tsx'
import { useChange } from './use-change.tsx'

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
    if (!(await ask({ title: 'Remove the authenticator app?', verb: 'Remove', dangerous: true }))) return
    if (await change(() => api.delete('/auth/authenticator'))) toast.success('The authenticator app was removed.')
  }
  return (
    <Section
      title="Authenticator app"
      hint="An app on your phone shows a new code of six digits every 30 seconds. It works without a connection."
      isOn={isOn}
    >
      {isOn && usedAt && (
        <p>
          Last used <DateOf at={usedAt} />
        </p>
      )}
      <Button variant={urgent ? 'filled' : 'default'} loading={busy} onClick={() => void (isOn ? remove() : begin())}>
        {isOn ? 'Remove the app' : 'Set up an app'}
      </Button>
      <AuthenticatorSetup begun={begun} onClose={() => setBegun(null)} onAdded={onAdded} />
      {question}
      {dialog}
    </Section>
  )
}
