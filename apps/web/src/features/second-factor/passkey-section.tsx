import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Passkey } from '@chisholm/domain/schemas/sign-ins'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { DateOnly } from '../../ui/date-time.tsx'
import { toast } from '../../ui/toast.ts'
import { AddPasskey } from './add-passkey.tsx'
import { SecuritySection } from './security-section.tsx'
import { useSecurityChange } from './use-security-change.tsx'
import { arePasskeysSupported } from './passkeys.ts'
import { secondFactorTexts } from './second-factor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

interface PasskeySectionProps {
  passkeys: Passkey[]
  onAdded: (codes: string[] | null) => void
  /** Whether the user was sent here to set up a factor. */
  isUrgent: boolean
}

export function PasskeySection({ passkeys, onAdded, isUrgent }: PasskeySectionProps) {
  const [adding, setAdding] = useState(false)
  const isSupported = arePasskeysSupported()
  return (
    <SecuritySection
      title={secondFactorTexts.passkeys}
      hint={secondFactorTexts.passkeysHint}
      isOn={passkeys.length > 0}
    >
      {passkeys.length > 0 && (
        <ul className="lines" aria-label={secondFactorTexts.passkeys}>
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isSupported ? (
        <Button variant={isUrgent ? 'filled' : 'default'} onClick={() => setAdding(true)}>
          {secondFactorTexts.addPasskey}
        </Button>
      ) : (
        <p className="hint">{secondFactorTexts.noPasskeys}</p>
      )}
      <AddPasskey opened={adding} onClose={() => setAdding(false)} onAdded={onAdded} />
    </SecuritySection>
  )
}

function PasskeyLine({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const { ask, dialog: confirmDialog } = useConfirm()
  const { change, busy, dialog } = useSecurityChange()
  const remove = async () => {
    if (
      !(await ask({ title: secondFactorTexts.askRemovePasskey(name), confirmLabel: uiTexts.remove, isDangerous: true }))
    )
      return
    if (!(await change(() => api.delete('/auth/passkeys/{id}', { id })))) return
    toast.success(secondFactorTexts.passkeyRemoved)
    // The row that had the focus is gone.
    document.querySelector('h1')?.focus()
  }
  return (
    <li>
      <div className="grow">
        <b>{name}</b>
        <p className="hint">
          {last_used_at ? secondFactorTexts.lastUsed : secondFactorTexts.added}{' '}
          <DateOnly at={last_used_at ?? created_at} />
          {!last_used_at && secondFactorTexts.notUsedYet}
        </p>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={secondFactorTexts.removePasskey(name)}
        disabled={busy}
        onClick={() => void remove()}
      >
        <IconTrash stroke={1.8} aria-hidden />
      </button>
      {confirmDialog}
      {dialog}
    </li>
  )
}
