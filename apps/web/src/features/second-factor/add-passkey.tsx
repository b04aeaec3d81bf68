import { Button, Modal, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { useChange } from './use-change.tsx'
import { makePasskey, passkeyWords } from './webauthn.ts'

interface AddPasskeyProps {
  opened: boolean
  onClose: () => void
  /** Called with the recovery codes that come with a first factor. */
  onAdded: (codes: string[] | null) => void
}

/** Asks what the passkey shall be called, then the browser makes it. */
export function AddPasskey({ opened, onClose, onAdded }: AddPasskeyProps) {
  const [name, setName] = useState('')
  const { change, busy, dialog } = useChange()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const added = await change(async () => {
      const { data: options } = await api.post('/auth/passkeys/options', undefined)
      return api.post('/auth/passkeys', { name: name.trim(), credential: await makePasskey(options) })
    }, passkeyWords)
    if (!added) return
    setName('')
    onClose()
    onAdded(added.data.recovery_codes)
  }
  return (
    <>
      <Modal opened={opened} onClose={onClose} title="Add a passkey">
        <form className="stack" onSubmit={(event) => void add(event)} noValidate>
          <TextInput
            label="Name"
            description="To know it by, like My phone. Left empty, it is named after this browser."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={constants.secondFactor.passkeys.nameMax}
            autoComplete="off"
            data-autofocus
          />
          <div className="row" style={{ justifyContent: 'flex-end' }}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Go on
            </Button>
          </div>
        </form>
      </Modal>
      {dialog}
    </>
  )
}
