import { Button, Modal, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { toast, wordsOf } from '../../ui/toast.ts'

interface NameDialogProps {
  title: string
  opened: boolean
  /** The name it has now. */
  name?: string
  onClose: () => void
  /** Saves under this name; the dialog stays as it is when that fails. */
  onSave: (name: string) => Promise<unknown>
}

/** Asks what a report shall be called. */
export const NameDialog = ({ opened, onClose, title, ...form }: NameDialogProps) => (
  <Modal opened={opened} onClose={onClose} title={title}>
    <NameForm onClose={onClose} {...form} />
  </Modal>
)

function NameForm({ name: known = '', onClose, onSave }: Pick<NameDialogProps, 'name' | 'onClose' | 'onSave'>) {
  const [name, setName] = useState(known)
  const [mistake, setMistake] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setMistake(texts.validation.reportNameRequired)
    setMistake(null)
    setSaving(true)
    try {
      await onSave(name.trim())
      onClose()
    } catch (failure) {
      const said = failure instanceof ApiFailure ? failure.errors['name']?.[0] : undefined
      setMistake(said ?? null)
      if (!said) toast.failure(wordsOf(failure, texts.failure.saveReport))
      setSaving(false)
    }
  }
  return (
    <form className="stack" onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={mistake}
        maxLength={constants.reportNameMax}
        autoComplete="off"
        data-autofocus
      />
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={saving}>
          Save
        </Button>
      </div>
    </form>
  )
}
