import type { FieldOfKind } from '@chisholm/domain/animal-fields'
import { Textarea, TextInput } from '@mantine/core'
import { SelectField } from '../../ui/select-field.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { animalTexts } from './animal-texts.ts'
import { choicesOf, type OfferedList, useEntries } from '../library/index.ts'
import type { AnimalFormProps } from './animal-form.tsx'

/** Rarely used fields, collapsed unless one of them is filled in. */
export function MoreAnimalFields({ values, onChange, errors, vetRoute }: AnimalFormProps) {
  const numberProps = (name: FieldOfKind<'number'>) => ({
    label: animalTexts.moreAboutAnimal[name],
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...values, [name]: event.currentTarget.value }),
    error: errors[name]?.[0],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  })
  const filled = [values.breed_id, values.animal_color_id, values.animal_group_id, values.weight, values.temperature]
  const hasError = Boolean(errors['weight'] ?? errors['temperature'])
  return (
    <Disclosure
      key={String(hasError)}
      className="more-fields"
      title={animalTexts.moreAboutAnimal.title}
      startsOpen={hasError || filled.some(Boolean)}
    >
      <div className="stack">
        <div className="two">
          <LibraryField
            label={animalTexts.moreAboutAnimal.breed}
            list="breeds"
            value={values.breed_id}
            onChange={(breed_id) => onChange({ ...values, breed_id })}
          />
          <LibraryField
            label={animalTexts.moreAboutAnimal.color}
            list="animal-colors"
            value={values.animal_color_id}
            onChange={(animal_color_id) => onChange({ ...values, animal_color_id })}
          />
        </div>
        <LibraryField
          label={animalTexts.moreAboutAnimal.group}
          list="animal-groups"
          value={values.animal_group_id}
          onChange={(animal_group_id) => onChange({ ...values, animal_group_id })}
        />
        <div className="two">
          <TextInput {...numberProps('weight')} />
          <TextInput {...numberProps('temperature')} />
        </div>
        {!vetRoute && (
          <Textarea
            label={animalTexts.moreAboutAnimal.diagnosisNote}
            value={values.customer_diagnosis_note}
            onChange={(event) => onChange({ ...values, customer_diagnosis_note: event.currentTarget.value })}
          />
        )}
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
