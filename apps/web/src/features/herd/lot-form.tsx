import { Checkbox, TextInput } from '@mantine/core'
import { lotKey } from '@chisholm/domain/lots'
import type { Lot } from '@chisholm/domain/schemas/lots'
import { useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { DateField } from '../../ui/date-field.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useDeleteLot, useSaveLot } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'
import { OtherNames } from './other-names.tsx'

const { lots: texts } = herdTexts

interface LotFormProps {
  siteId: string
  /** Null: a new lot. */
  lot: Lot | null
  onDone: () => void
}

const isRenamed = (lot: Lot, name: string) => lotKey(lot.name) !== lotKey(name)

/** Adds, changes or deletes a lot. */
export function LotForm({ siteId, lot, onDone }: LotFormProps) {
  const [id] = useState(newId)
  const save = useSaveLot(lot?.id ?? null)
  const remove = useDeleteLot()
  const form = useDialogForm({
    draftName: `lot ${lot?.id ?? `new ${siteId}`}`,
    initialValues: {
      ...(!lot && { id }),
      name: lot?.name ?? '',
      arrived_at: lot?.arrived_at ?? '',
      head_in: String(lot?.head_in ?? ''),
      source: lot?.source ?? '',
      sex: lot?.sex ?? '',
      arrival_weight: String(lot?.arrival_weight ?? ''),
      closed_at: lot?.closed_at ?? '',
      keepsName: true,
    },
    onSubmit: async ({ keepsName, ...values }) => {
      await save.mutateAsync({ ...values, site_id: siteId, ...(lot && { keep_name: keepsName }) })
    },
    onDone,
    failureText: herdTexts.notSaved,
  })
  const day = (field: 'arrived_at' | 'closed_at', label: string) => (
    <DateField
      label={label}
      value={form.values[field] || null}
      onChange={(next) => form.setValues({ [field]: next ?? '' })}
      error={form.errorOf(field)}
    />
  )
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
      <TextInput label={texts.name} {...form.getInputProps('name')} data-autofocus />
      {lot && isRenamed(lot, form.values.name) && (
        <Checkbox
          label={texts.keepName(lot.name)}
          checked={form.values.keepsName}
          onChange={(event) => form.setValues({ keepsName: event.currentTarget.checked })}
        />
      )}
      {lot && <OtherNames siteId={siteId} lotId={lot.id} />}
      {day('arrived_at', texts.arrived)}
      <TextInput label={texts.headIn} inputMode="numeric" {...form.getInputProps('head_in')} />
      <TextInput label={texts.source} {...form.getInputProps('source')} />
      <TextInput label={texts.sex} {...form.getInputProps('sex')} />
      <TextInput label={texts.weight} inputMode="decimal" {...form.getInputProps('arrival_weight')} />
      {day('closed_at', texts.closed)}
      {lot && (
        <DeleteButton
          question={{ title: texts.deleteTitle(lot.name), text: texts.deleteText, confirmLabel: texts.delete }}
          onDelete={() => remove.mutateAsync(lot.id)}
          failureText={herdTexts.notSaved}
          onDeleted={form.discardAndClose}
        >
          {texts.delete}
        </DeleteButton>
      )}
    </DialogForm>
  )
}
