import { Button, TextInput } from '@mantine/core'
import type { Lot } from '@chisholm/domain/schemas'
import { DateField } from '../../ui/date-field.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { errorMessage, toast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useForm } from '../../ui/use-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useDeleteLot, useSaveLot } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'

const { lots: texts } = herdTexts

interface LotFormProps {
  siteId: string
  /** Null: a new lot. */
  lot: Lot | null
  onDone: () => void
}

/** Adds, changes or deletes a lot. */
export function LotForm({ siteId, lot, onDone }: LotFormProps) {
  const save = useSaveLot(lot?.id ?? null)
  const remove = useDeleteLot()
  const { ask, dialog } = useConfirm()
  const form = useForm({
    initialValues: {
      name: lot?.name ?? '',
      arrived_at: lot?.arrived_at ?? '',
      head_in: String(lot?.head_in ?? ''),
      source: lot?.source ?? '',
      sex: lot?.sex ?? '',
      arrival_weight: String(lot?.arrival_weight ?? ''),
      closed_at: lot?.closed_at ?? '',
    },
    onSubmit: (values) => save.mutateAsync({ ...values, site_id: siteId }),
    onSuccess: onDone,
    failureText: herdTexts.notSaved,
  })
  const deleteLot = async ({ id, name }: Lot) => {
    const question = { title: texts.deleteTitle(name), text: texts.deleteText, confirmLabel: texts.delete }
    if (!(await ask({ ...question, isDangerous: true }))) return
    try {
      await remove.mutateAsync(id)
      onDone()
    } catch (failure) {
      toast.failure(errorMessage(failure, herdTexts.notSaved))
    }
  }
  const day = (field: 'arrived_at' | 'closed_at', label: string) => (
    <DateField
      label={label}
      value={form.values[field] || null}
      onChange={(next) => form.setValues({ [field]: next ?? '' })}
      error={form.errorOf(field)}
    />
  )
  return (
    <>
      <DialogForm {...form.formProps} submitLabel={uiTexts.save} isSubmitting={form.isSubmitting} onCancel={onDone}>
        <TextInput label={texts.name} {...form.getInputProps('name')} data-autofocus />
        {day('arrived_at', texts.arrived)}
        <TextInput label={texts.headIn} inputMode="numeric" {...form.getInputProps('head_in')} />
        <TextInput label={texts.source} {...form.getInputProps('source')} />
        <TextInput label={texts.sex} {...form.getInputProps('sex')} />
        <TextInput label={texts.weight} inputMode="decimal" {...form.getInputProps('arrival_weight')} />
        {day('closed_at', texts.closed)}
        {lot && (
          <Button variant="subtle" color="red" mih={44} onClick={() => void deleteLot(lot)}>
            {texts.delete}
          </Button>
        )}
      </DialogForm>
      {dialog}
    </>
  )
}
