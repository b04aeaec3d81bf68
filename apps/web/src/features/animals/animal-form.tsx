import { Textarea, TextInput } from '@mantine/core'
import { DateField } from '../../ui/date-field.tsx'
import { RfidField } from '../../ui/rfid-field.tsx'
import { DiagnosisField } from './diagnosis-field.tsx'
import { MoreFields } from './more-fields.tsx'
import { TagColorField } from './tag-color-field.tsx'
import type { TypedAnimal, TypedText } from './typed-animal.ts'
import { animalTexts } from './animal-texts.ts'

export interface AnimalFormProps {
  typed: TypedAnimal
  onChange: (typed: TypedAnimal) => void
  errors: Record<string, string[]>
  /** On vet routes the client's notes and diagnosis are read-only (specification 6). */
  vetRoute: boolean
}

/** Fields in the order in which people read them off the animal. */
export function AnimalForm({ typed, onChange, errors, vetRoute }: AnimalFormProps) {
  const set = (change: Partial<TypedAnimal>) => onChange({ ...typed, ...change })
  const text = (name: TypedText) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    autoComplete: 'off',
  })
  return (
    <>
      <RfidField
        label={animalTexts.rfid}
        value={typed.rfid}
        onChange={(rfid) => set({ rfid })}
        error={errors['rfid']?.[0]}
      />
      <div className="two">
        <TextInput label={animalTexts.tag} {...text('tag')} />
        <TagColorField value={typed.tag_color_id} onChange={(tag_color_id) => set({ tag_color_id })} />
        <TextInput label={animalTexts.pen} {...text('pen')} />
        <TextInput label={animalTexts.lot} {...text('lot')} />
      </div>
      <DateField
        label={animalTexts.dateOfDeath}
        value={typed.customer_record_at}
        onChange={(customer_record_at) => set({ customer_record_at })}
        error={errors['customer_record_at']?.[0]}
      />
      {!vetRoute && (
        <>
          <Textarea label={animalTexts.notes} {...text('customer_notes')} />
          <DiagnosisField
            label={animalTexts.yourDiagnosis}
            value={typed.customer_diagnosis_id}
            onChange={(customer_diagnosis_id) => set({ customer_diagnosis_id })}
          />
        </>
      )}
      <MoreFields typed={typed} onChange={onChange} errors={errors} vetRoute={vetRoute} />
    </>
  )
}
