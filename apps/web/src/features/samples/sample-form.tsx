import { TextInput } from '@mantine/core'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import type { Sample } from '@chisholm/domain/schemas/samples'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import { newId } from '../../api/new-id.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { choicesOf, useEntries } from '../library/index.ts'
import { useAddSample, useChangeSample } from './sample-queries.ts'
import { sampleTexts } from './sample-texts.ts'

interface SampleFormProps {
  postMortemId: string
  animals: readonly Animal[]
  /** The sample to edit; undefined for a new one, taken now. */
  sample?: Sample
  onDone: () => void
}

/** The form of a sample, and the kinds it may be of. */
function useSampleForm({ postMortemId, animals, sample, onDone }: SampleFormProps) {
  const [id] = useState(() => sample?.id ?? newId())
  const [adding, change] = [useAddSample(postMortemId), useChangeSample()]
  const form = useDialogForm({
    // of the animal, where only one can be chosen
    draftName: `sample ${sample?.id ?? `new ${animals.length === 1 ? animals[0]?.id : postMortemId}`}`,
    initialValues: {
      ...(!sample && { id }),
      veterinary_record_animal_id:
        sample?.veterinary_record_animal_id ?? (animals.length === 1 ? animals[0]?.id : null) ?? null,
      sample_kind_id: sample?.sample_kind_id ?? null,
      container: sample?.container ?? '',
      test: sample?.test ?? '',
      lab: sample?.lab ?? '',
      note: sample?.note ?? '',
    },
    required: {
      veterinary_record_animal_id: texts.validation.animalRequired,
      sample_kind_id: texts.validation.sampleKindRequired,
    },
    onSubmit: async (values) => {
      const { veterinary_record_animal_id, sample_kind_id } = values
      // both were validated
      const animalAndKind = {
        veterinary_record_animal_id: veterinary_record_animal_id ?? '',
        sample_kind_id: sample_kind_id ?? '',
      }
      if (sample) {
        await change.mutateAsync({ id, change: { ...values, ...animalAndKind } })
        return
      }
      const kindName = kinds?.find((kind) => kind.id === sample_kind_id)?.name ?? ''
      const taken = { ...values, ...animalAndKind, id: values.id ?? id, taken_at: serverNow().toISOString() }
      await createOrChange(
        taken,
        () => adding.mutateAsync({ sample: taken, kindName }),
        (sampleId) => change.mutateAsync({ id: sampleId, change: { ...values, ...animalAndKind } }),
      )
    },
    onDone,
    failureText: sampleTexts.notSaved,
  })
  const { entries: kinds } = useEntries('sample-kinds', [form.values.sample_kind_id])
  return { form, kinds }
}

export function SampleForm(props: SampleFormProps) {
  const { animals, sample } = props
  const { form, kinds } = useSampleForm(props)
  const hint = kinds?.find(({ id }) => id === form.values.sample_kind_id)?.hint
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
      {animals.length > 1 && !sample && (
        <SelectField
          label={sampleTexts.animal}
          placeholder={sampleTexts.chooseKind}
          {...form.getInputProps('veterinary_record_animal_id')}
          choices={animals.map((animal) => ({ value: animal.id, label: nameOfAnimal(animal) }))}
        />
      )}
      <SelectField
        label={sampleTexts.kind}
        {...form.getInputProps('sample_kind_id')}
        choices={choicesOf(kinds)}
        placeholder={sampleTexts.chooseKind}
        {...(hint && { description: hint })}
      />
      <TextInput label={sampleTexts.container} {...form.getInputProps('container')} autoComplete="off" />
      <TextInput label={sampleTexts.test} {...form.getInputProps('test')} autoComplete="off" />
      <TextInput label={sampleTexts.lab} {...form.getInputProps('lab')} autoComplete="off" />
      <TextInput label={sampleTexts.note} {...form.getInputProps('note')} autoComplete="off" />
    </DialogForm>
  )
}
