import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { type EntryFacts, entryMistakes, extrasOf, type LibraryList } from '@chisholm/domain/library'
import type { Mistakes } from '@chisholm/domain/mistakes'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useState } from 'react'
import { adminTexts } from '../../admin-texts.ts'
import { ApiFailure } from '../../api/client.ts'
import { newId } from '../../api/new-id.ts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { type PlacedEntry, useListChanges } from './admin-queries.ts'
import { EntryActions } from './entry-actions.tsx'

const words = adminTexts.library

interface EntryDialogProps {
  list: LibraryList
  /** The one to change; null while the dialog is closed. */
  entry: PlacedEntry | 'new' | null
  onClose: () => void
}

/** Adds an entry to a list, or renames, retires, restores or deletes one. */
export const EntryDialog = ({ list, entry, onClose }: EntryDialogProps) => (
  <Modal opened={entry !== null} onClose={onClose} title={entry === 'new' ? words.add : words.edit}>
    {entry && <EntryForm list={list} entry={entry === 'new' ? null : entry} onClose={onClose} />}
  </Modal>
)

const typedEntry = (entry: PlacedEntry | null) => ({
  name: entry?.name ?? '',
  code: entry?.code ?? '',
  system: entry?.system ?? '',
  notifiable: entry?.notifiable ?? false,
  hex: entry?.hex ?? '',
})

function EntryForm({ list, entry, onClose }: { list: LibraryList; entry: PlacedEntry | null; onClose: () => void }) {
  const [typed, setTyped] = useState(() => typedEntry(entry))
  const [id] = useState(() => entry?.id ?? newId())
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const { add, change } = useListChanges(list)
  const saved = () => {
    toast.success(texts.success.dataUpdated)
    onClose()
  }
  const refused = (failure: unknown) => {
    const errors = failure instanceof ApiFailure ? failure.errors : {}
    setMistakes(errors)
    setRefusal(Object.keys(errors).length > 0 ? null : wordsOf(failure, texts.failure.saveEntry))
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = entryMistakes(typed)
    setMistakes(found)
    setRefusal(null)
    if (Object.keys(found).length > 0) return
    if (entry) change.mutate({ id, ...typed }, { onSuccess: saved, onError: refused })
    else add.mutate({ id, ...typed }, { onSuccess: saved, onError: refused })
  }
  return (
    <form className="stack" onSubmit={save} noValidate>
      {refusal && (
        <p className="banner danger" role="alert">
          {refusal}
        </p>
      )}
      <EntryFields list={list} typed={typed} onChange={setTyped} mistakes={mistakes} />
      <Button type="submit" loading={add.isPending || change.isPending}>
        {adminTexts.save}
      </Button>
      {entry && <EntryActions list={list} entry={entry} onDone={saved} onRefused={refused} />}
    </form>
  )
}

type Typed = ReturnType<typeof typedEntry>

interface EntryFieldsProps {
  list: LibraryList
  typed: Typed
  onChange: (typed: Typed) => void
  mistakes: Mistakes
}

function EntryFields({ list, typed, onChange, mistakes }: EntryFieldsProps) {
  const has = (extra: keyof EntryFacts) => extrasOf(list).some((one) => one === extra)
  const text = (name: 'name' | 'code' | 'system' | 'hex') => ({
    label: words[name],
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...typed, [name]: event.currentTarget.value }),
    error: mistakes[name]?.[0],
    autoComplete: 'off',
  })
  const swatch = /^#[0-9a-f]{6}$/i.test(typed.hex) && <span className="tag-dot" style={{ background: typed.hex }} />
  return (
    <>
      <TextInput {...text('name')} data-autofocus />
      {has('code') && <TextInput {...text('code')} description={words.codeHint} />}
      {has('system') && <TextInput {...text('system')} description={words.systemHint} />}
      {has('notifiable') && (
        <Checkbox
          label={words.notifiableLabel}
          checked={typed.notifiable}
          onChange={(event) => onChange({ ...typed, notifiable: event.currentTarget.checked })}
        />
      )}
      {has('hex') && <TextInput {...text('hex')} description={words.hexHint} leftSection={swatch} />}
    </>
  )
}
