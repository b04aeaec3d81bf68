import { TextInput } from '@mantine/core'
import { formatLongDay } from '@chisholm/domain/dates'
import type { HeadCount } from '@chisholm/domain/schemas/lots'
import { texts as shared } from '@chisholm/domain/texts'
import { useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { DateField } from '../../ui/date-field.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { toast } from '../../ui/toast.ts'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useDeleteHeadCount, useSaveHeadCount } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'
import { useConfirmHead } from './use-confirm-head.tsx'

const { head: texts } = herdTexts

interface HeadCountFormProps {
  siteId: string
  /** Null: a new count. */
  count: HeadCount | null
  onDone: () => void
}

const trimmed = ({ date, head }: { date: string | null; head: string }) => ({ date: date ?? '', head: head.trim() })

/** Adds the head count of any day, or corrects or deletes one. */
export function HeadCountForm({ siteId, count, onDone }: HeadCountFormProps) {
  const [id] = useState(newId)
  const save = useSaveHeadCount(count?.id ?? null)
  const remove = useDeleteHeadCount()
  const { confirmHead, dialog } = useConfirmHead(siteId)
  const form = useDialogForm({
    draftName: `head count ${count?.id ?? `new ${siteId}`}`,
    initialValues: { ...(!count && { id }), date: count?.date ?? null, head: String(count?.head ?? '') },
    required: { date: shared.validation.dateRequired },
    confirm: (values) => confirmHead({ ...trimmed(values), id: count?.id }),
    onSubmit: (values) => save.mutateAsync({ ...values, ...trimmed(values), site_id: siteId }),
    onSuccess: ({ data }) => toast.success(texts.savedOn(formatLongDay(data.date))),
    onDone,
    failureText: herdTexts.notSaved,
  })
  return (
    <>
      <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
        <DateField label={texts.date} {...form.getInputProps('date')} />
        <TextInput label={texts.head} inputMode="numeric" {...form.getInputProps('head')} data-autofocus />
        {count && (
          <DeleteButton
            question={{
              title: texts.deleteTitle(formatLongDay(count.date)),
              text: texts.deleteText,
              confirmLabel: texts.delete,
            }}
            onDelete={() => remove.mutateAsync(count.id)}
            failureText={herdTexts.notSaved}
            onDeleted={form.discardAndClose}
          >
            {texts.delete}
          </DeleteButton>
        )}
      </DialogForm>
      {dialog}
    </>
  )
}
