import type { FieldOfKind } from '@chisholm/domain/animal-fields'
import { Textarea, TextInput } from '@mantine/core'
import { SelectField } from '../../ui/fields.tsx'
import { Fold } from '../../ui/fold.tsx'
import { animalTexts } from './animal-texts.ts'
import { choicesOf, type OfferedList, useEntries } from '../library/index.ts'
import type { AnimalFormProps } from './animal-form.tsx'

/** Rarely used fields, collapsed unless one of them is filled in. */
export function MoreFields({ typed, onChange, errors, vetRoute }: AnimalFormProps) {
  const number = (name: FieldOfKind<'number'>) => ({
    label: animalTexts.moreAboutAnimal[name],
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...typed, [name]: event.currentTarget.value }),
    error: errors[name]?.[0],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  })
  const filled = [typed.breed_id, typed.animal_color_id, typed.animal_group_id, typed.weight, typed.temperature]
  const wrong = Boolean(errors['weight'] ?? errors['temperature'])
  return (
    <Fold
      key={String(wrong)}
      className="more-fields"
      title={animalTexts.moreAboutAnimal.title}
      startsOpen={wrong || filled.some(Boolean)}
    >
      <div className="stack">
        <div className="two">
          <EntryField
            label={animalTexts.moreAboutAnimal.breed}
            list="breeds"
            value={typed.breed_id}
            onChange={(breed_id) => onChange({ ...typed, breed_id })}
          />
          <EntryField
            label={animalTexts.moreAboutAnimal.color}
            list="animal-colors"
            value={typed.animal_color_id}
            onChange={(animal_color_id) => onChange({ ...typed, animal_color_id })}
          />
        </div>
        <EntryField
          label={animalTexts.moreAboutAnimal.group}
          list="animal-groups"
          value={typed.animal_group_id}
          onChange={(animal_group_id) => onChange({ ...typed, animal_group_id })}
        />
        <div className="two">
          <TextInput {...number('weight')} />
          <TextInput {...number('temperature')} />
        </div>
        {!vetRoute && (
          <Textarea
            label={animalTexts.moreAboutAnimal.diagnosisNote}
            value={typed.customer_diagnosis_note}
            onChange={(event) => onChange({ ...typed, customer_diagnosis_note: event.currentTarget.value })}
          />
        )}
      </div>
    </Fold>
  )
}

interface EntryFieldProps {
  label: string
  list: OfferedList
  value: string | null
  onChange: (id: string | null) => void
}

function EntryField({ list, ...field }: EntryFieldProps) {
  const { entries } = useEntries(list, [field.value])
  return <SelectField {...field} choices={choicesOf(entries)} clearable />
}
