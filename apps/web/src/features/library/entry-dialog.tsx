import { Checkbox, Textarea, TextInput } from '@mantine/core'
import {
  type LibraryEntryFields,
  validateLibraryEntry,
  extraFieldsOf,
  type LibraryList,
} from '@chisholm/domain/library'
import { dangerLevels, isDangerLevel } from '@chisholm/domain/danger-signs'
import { organSystems } from '@chisholm/domain/examination'
import { organSystemOf, systemNames } from '@chisholm/domain/examination-texts'
import { texts } from '@chisholm/domain/texts'
import { isHexColor } from '@chisholm/domain/validation'
import { useState } from 'react'
import { libraryTexts } from './library-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { newId } from '../../api/new-id.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import type { Form } from '../../ui/use-form.ts'
import { type PositionedEntry, useListMutations } from './admin-queries.ts'
import { EntryActions } from './entry-actions.tsx'

interface EntryDialogProps {
  list: LibraryList
  /** The entry to edit. Null while the dialog is closed. */
  entry: PositionedEntry | 'new' | null
  onClose: () => void
}

export const EntryDialog = ({ list, entry, onClose }: EntryDialogProps) => (
  <Dialog opened={entry !== null} onClose={onClose} title={entry === 'new' ? libraryTexts.add : libraryTexts.edit}>
    {entry && <EntryForm list={list} entry={entry === 'new' ? null : entry} onClose={onClose} />}
  </Dialog>
)

const levelChoices = dangerLevels.map((value) => ({ value, label: libraryTexts.levels[value] }))

const systemChoices = organSystems.map((value) => ({ value, label: systemNames[value] }))

const toFormValues = (list: LibraryList, entry: PositionedEntry | null) => ({
  name: entry?.name ?? '',
  code: entry?.code ?? '',
  system: entry?.system ?? '',
  notifiable: entry?.notifiable ?? false,
  hex: entry?.hex ?? '',
  hint: entry?.hint ?? '',
  advice: entry?.advice ?? '',
  text: entry?.text ?? '',
  /** The default level of a new sign is the strictest. */
  level: entry?.level ?? (extraFieldsOf(list).includes('level') ? dangerLevels[0] : null),
  required: entry?.required ?? false,
})

const toFields = ({ level, ...typed }: ReturnType<typeof toFormValues>) => ({
  ...typed,
  level: isDangerLevel(level) ? level : null,
})

function EntryForm({
  list,
  entry,
  onClose,
}: {
  list: LibraryList
  entry: PositionedEntry | null
  onClose: () => void
}) {
  const [id] = useState(() => entry?.id ?? newId())
  const [formError, setFormError] = useState<string | null>(null)
  const { add, change } = useListMutations(list)
  const form = useDialogForm({
    draftName: `${list} ${entry?.id ?? 'new'}`,
    initialValues: { id, ...toFormValues(list, entry) },
    validate: (typed) => {
      setFormError(null)
      return validateLibraryEntry(list, toFields(typed))
    },
    onSubmit: ({ id: entryId, ...typed }, { level, ...changed }) =>
      entry
        ? change.mutateAsync({ ...changed, ...(isDangerLevel(level) && { level }), id: entryId })
        : add.mutateAsync({ ...toFields(typed), id: entryId }),
    failureText: texts.failure.saveEntry,
    onSuccess: () => toast.success(texts.success.dataUpdated),
    onDone: onClose,
    showFailure: setFormError,
  })
  const onActionDone = () => {
    toast.success(texts.success.dataUpdated)
    form.discardAndClose()
  }
  const onActionFailure = (failure: unknown) => {
    setFormError(null)
    form.showServerError(failure)
  }
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
      {formError && (
        <p className="banner danger" role="alert">
          {formError}
        </p>
      )}
      <EntryFields list={list} form={form} />
      {entry && <EntryActions list={list} entry={entry} onDone={onActionDone} onFailure={onActionFailure} />}
    </DialogForm>
  )
}

type EntryFieldsForm = Pick<Form<ReturnType<typeof toFormValues>>, 'values' | 'getInputProps' | 'setValues'>

function EntryFields({
  list,
  form: { values, getInputProps, setValues },
}: {
  list: LibraryList
  form: EntryFieldsForm
}) {
  const has = (extra: keyof LibraryEntryFields) => extraFieldsOf(list).some((one) => one === extra)
  const text = (name: 'name' | 'code' | 'system' | 'hex' | 'hint' | 'advice' | 'text') => ({
    label: libraryTexts[name],
    ...getInputProps(name),
    autoComplete: 'off',
  })
  return (
    <>
      <TextInput {...text('name')} data-autofocus />
      {has('text') && <Textarea {...text('text')} description={libraryTexts.textHint} />}
      {has('code') && <TextInput {...text('code')} description={libraryTexts.codeHint} />}
      {has('system') && list !== 'phrases' && <TextInput {...text('system')} description={libraryTexts.systemHint} />}
      {list === 'phrases' && (
        <SelectField
          label={libraryTexts.system}
          value={organSystemOf(values.system)}
          onChange={(system) => setValues({ system: system ?? '' })}
          choices={systemChoices}
          error={getInputProps('system').error}
          clearable
        />
      )}
      {has('notifiable') && (
        <Checkbox
          label={libraryTexts.notifiableLabel}
          checked={values.notifiable}
          onChange={(event) => setValues({ notifiable: event.currentTarget.checked })}
        />
      )}
      {has('hint') && <TextInput {...text('hint')} />}
      {has('advice') && <TextInput {...text('advice')} />}
      {has('level') && (
        <SelectField
          label={libraryTexts.level}
          value={values.level}
          onChange={(level) => isDangerLevel(level) && setValues({ level })}
          choices={levelChoices}
        />
      )}
      {has('required') && (
        <Checkbox
          label={libraryTexts.requiredLabel}
          checked={values.required}
          onChange={(event) => setValues({ required: event.currentTarget.checked })}
        />
      )}
      {has('hex') && (
        <TextInput
          {...text('hex')}
          description={libraryTexts.hexHint}
          leftSection={<ColorPicker hex={values.hex} onPick={(hex) => setValues({ hex })} />}
          leftSectionWidth={52}
        />
      )}
    </>
  )
}

/** The colour, which the device's own dialog chooses. */
const ColorPicker = ({ hex, onPick }: { hex: string; onPick: (hex: string) => void }) => (
  <input
    type="color"
    className="color-picker"
    aria-label={libraryTexts.chooseColor}
    value={isHexColor(hex) ? hex : '#ffffff'}
    onChange={(event) => onPick(event.currentTarget.value)}
  />
)
