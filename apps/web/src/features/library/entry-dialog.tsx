import { Button, Checkbox, TextInput } from '@mantine/core'
import { type EntryFacts, entryMistakes, extrasOf, type LibraryList } from '@chisholm/domain/library'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { libraryTexts } from './library-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { newId } from '../../api/new-id.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { type Form, useForm } from '../../ui/use-form.ts'
import { type PlacedEntry, useListChanges } from './admin-queries.ts'
import { EntryActions } from './entry-actions.tsx'

interface EntryDialogProps {
  list: LibraryList
  /** The entry to edit; null while the dialog is closed. */
  entry: PlacedEntry | 'new' | null
  onClose: () => void
}

/** Adds an entry to a list, or edits, retires, restores or deletes one. */
export const EntryDialog = ({ list, entry, onClose }: EntryDialogProps) => (
  <Dialog opened={entry !== null} onClose={onClose} title={entry === 'new' ? libraryTexts.add : libraryTexts.edit}>
    {entry && <EntryForm list={list} entry={entry === 'new' ? null : entry} onClose={onClose} />}
  </Dialog>
)

const typedEntry = (entry: PlacedEntry | null) => ({
  name: entry?.name ?? '',
  code: entry?.code ?? '',
  system: entry?.system ?? '',
  notifiable: entry?.notifiable ?? false,
  hex: entry?.hex ?? '',
})

function EntryForm({ list, entry, onClose }: { list: LibraryList; entry: PlacedEntry | null; onClose: () => void }) {
  const [id] = useState(() => entry?.id ?? newId())
  const [refusal, setRefusal] = useState<string | null>(null)
  const { add, change } = useListChanges(list)
  const onSaved = () => {
    toast.success(texts.success.dataUpdated)
    onClose()
  }
  const form = useForm({
    before: typedEntry(entry),
    check: (typed) => {
      setRefusal(null)
      return entryMistakes(typed)
    },
    send: (typed) => (entry ? change : add).mutateAsync({ id, ...typed }),
    failed: texts.failure.saveEntry,
    onSaved,
    tell: setRefusal,
  })
  const refused = (failure: unknown) => {
    setRefusal(null)
    form.refuse(failure)
  }
  return (
    <form className="stack" {...form.frame}>
      {refusal && (
        <p className="banner danger" role="alert">
          {refusal}
        </p>
      )}
      <EntryFields list={list} form={form} />
      <Button type="submit" loading={form.busy}>
        {uiTexts.save}
      </Button>
      {entry && <EntryActions list={list} entry={entry} onDone={onSaved} onRefused={refused} />}
    </form>
  )
}

type EntryFieldsForm = Pick<Form<ReturnType<typeof typedEntry>>, 'typed' | 'field' | 'set'>

function EntryFields({ list, form: { typed, field, set } }: { list: LibraryList; form: EntryFieldsForm }) {
  const has = (extra: keyof EntryFacts) => extrasOf(list).some((one) => one === extra)
  const text = (name: 'name' | 'code' | 'system' | 'hex') => ({
    label: libraryTexts[name],
    ...field(name),
    autoComplete: 'off',
  })
  const swatch = /^#[0-9a-f]{6}$/i.test(typed.hex) && <span className="tag-dot" style={{ background: typed.hex }} />
  return (
    <>
      <TextInput {...text('name')} data-autofocus />
      {has('code') && <TextInput {...text('code')} description={libraryTexts.codeHint} />}
      {has('system') && <TextInput {...text('system')} description={libraryTexts.systemHint} />}
      {has('notifiable') && (
        <Checkbox
          label={libraryTexts.notifiableLabel}
          checked={typed.notifiable}
          onChange={(event) => set({ notifiable: event.currentTarget.checked })}
        />
      )}
      {has('hex') && <TextInput {...text('hex')} description={libraryTexts.hexHint} leftSection={swatch} />}
    </>
  )
}
