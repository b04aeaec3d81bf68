import { Textarea } from '@mantine/core'
import { resultFlags } from '@chisholm/domain/samples'
import type { Sample } from '@chisholm/domain/schemas/samples'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useChangeSample } from './sample-queries.ts'
import { sampleTexts } from './sample-texts.ts'

const flags = ['none', ...resultFlags] as const

export function ResultForm({ sample, onDone }: { sample: Sample; onDone: () => void }) {
  const change = useChangeSample()
  const form = useDialogForm({
    draftName: `sample-result ${sample.id}`,
    initialValues: { result: sample.result ?? '', flag: sample.result_flag ?? ('none' as const) },
    onSubmit: ({ result, flag }) =>
      change.mutateAsync({ id: sample.id, change: { result, result_flag: flag === 'none' ? '' : flag } }),
    onDone,
    failureText: sampleTexts.notSaved,
  })
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
      <Segmented
        label={sampleTexts.flag}
        value={form.values.flag}
        onChange={(flag) => form.setValues({ flag })}
        choices={flags.map((value) => ({ value, label: sampleTexts.flags[value] }))}
      />
      <Textarea label={sampleTexts.result} {...form.getInputProps('result')} data-autofocus />
    </DialogForm>
  )
}
