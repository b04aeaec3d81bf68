import { Textarea, TextInput } from '@mantine/core'
import { SelectField } from '../../ui/select-field.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { animalTexts } from './animal-texts.ts'
import { choicesOf, type OfferedList, useEntries } from '../library/index.ts'
import type { AnimalFormProps } from './animal-form.tsx'
import type { NumberFieldName } from './animal-form-values.ts'

const fieldTexts = animalTexts.moreAboutAnimal

/** Rarely used fields. They are hidden until the user opens them, unless one of them is filled in. */
export function MoreAnimalFields({ form, vetRoute }: Pick<AnimalFormProps, 'form' | 'vetRoute'>) {
  const numberProps = (name: Exclude<NumberFieldName, 'air_temperature_c'>) => ({
    ...form.getInputProps(name),
    label: fieldTexts[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  })
  const { breed_id, animal_color_id, animal_group_id, weight, temperature } = form.values
  const isFilled = [breed_id, animal_color_id, animal_group_id, weight, temperature].some(Boolean)
  const hasError = Boolean(form.errorOf('weight') ?? form.errorOf('temperature'))
  return (
    <Disclosure
      key={String(hasError)}
      className="more-fields"
      title={fieldTexts.title}
      startsOpen={hasError || isFilled}
    >
      <div className="stack">
        <div className="two">
          <LibraryField label={fieldTexts.breed} list="breeds" {...form.getInputProps('breed_id')} />
          <LibraryField label={fieldTexts.color} list="animal-colors" {...form.getInputProps('animal_color_id')} />
        </div>
        <LibraryField label={fieldTexts.group} list="animal-groups" {...form.getInputProps('animal_group_id')} />
        <div className="two">
          <TextInput {...numberProps('weight')} />
          <TextInput {...numberProps('temperature')} />
        </div>
        {!vetRoute && <Textarea label={fieldTexts.diagnosisNote} {...form.getInputProps('customer_diagnosis_note')} />}
      </div>
    </Disclosure>
  )
}

interface LibraryFieldProps {
  label: string
  list: OfferedList
  value: string | null
  onChange: (id: string | null) => void
}

function LibraryField({ list, ...field }: LibraryFieldProps) {
  const { entries } = useEntries(list, [field.value])
  return <SelectField {...field} choices={choicesOf(entries)} clearable />
}
