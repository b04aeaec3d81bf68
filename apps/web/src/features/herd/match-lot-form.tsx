import { texts as shared } from '@chisholm/domain/texts'
import type { Lot } from '@chisholm/domain/schemas/lots'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useSetOtherName } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'

const { unmatched: texts } = herdTexts
const noLot: { lot: string | null } = { lot: null }

interface MatchLotFormProps {
  siteId: string
  name: string
  lots: Lot[]
  onDone: () => void
}

/** Asks which lot animals with this name belong to. */
export function MatchLotForm({ siteId, name, lots, onDone }: MatchLotFormProps) {
  const setOtherName = useSetOtherName()
  const form = useDialogForm({
    draftName: `lot of ${name} ${siteId}`,
    initialValues: noLot,
    required: { lot: shared.validation.lotRequired },
    onSubmit: ({ lot }) => setOtherName.mutateAsync({ id: lot ?? '', name, belongs: true }),
    onSuccess: ({ data }) => {
      toast.success(texts.matched(name, data.name))
      // the name, and with it the form, may be gone already
      onDone()
    },
    onDone,
    failureText: herdTexts.notSaved,
  })
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
      <SelectField
        searchable
        label={texts.lot}
        {...form.getInputProps('lot')}
        choices={lots.map((lot) => ({ value: lot.id, label: lot.name }))}
      />
    </DialogForm>
  )
}
