import { Textarea, TextInput } from '@mantine/core'
import { DateField } from '../../ui/date-field.tsx'
import { RfidField } from '../../ui/rfid-field.tsx'
import { DiagnosisField } from './diagnosis-field.tsx'
import { MoreAnimalFields } from './more-animal-fields.tsx'
import { TagColorField } from './tag-color-field.tsx'
import type { AnimalFormValues, TypedText } from './animal-form-values.ts'
import { animalTexts } from './animal-texts.ts'

export interface AnimalFormProps {
  values: AnimalFormValues
  onChange: (values: AnimalFormValues) => void
  errors: Record<string, string[]>
  /** On vet routes the client's notes and diagnosis are read-only (specification 6). */
  vetRoute: boolean
}

/** Fields in the order in which people read them off the animal. */
export function AnimalForm({ values, onChange, errors, vetRoute }: AnimalFormProps) {
  const set = (changes: Partial<AnimalFormValues>) => onChange({ ...values, ...changes })
  const textProps = (name: TypedText) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    autoComplete: 'off',
  })
  return (
    <>
      <RfidField
        label={animalTexts.rfid}
        value={values.rfid}
        onChange={(rfid) => set({ rfid })}
        error={errors['rfid']?.[0]}
      />
      <div className="two">
        <TextInput label={animalTexts.tag} {...textProps('tag')} />
        <TagColorField value={values.tag_color_id} onChange={(tag_color_id) => set({ tag_color_id })} />
        <TextInput label={animalTexts.pen} {...textProps('pen')} />
        <TextInput label={animalTexts.lot} {...textProps('lot')} />
      </div>
      <DateField
        label={animalTexts.dateOfDeath}
        value={values.customer_record_at}
        onChange={(customer_record_at) => set({ customer_record_at })}
        error={errors['customer_record_at']?.[0]}
      />
      {!vetRoute && (
        <>
          <Textarea label={animalTexts.notes} {...textProps('customer_notes')} />
          <DiagnosisField
            label={animalTexts.yourDiagnosis}
            value={values.customer_diagnosis_id}
            onChange={(customer_diagnosis_id) => set({ customer_diagnosis_id })}
          />
        </>
      )}
      <MoreAnimalFields values={values} onChange={onChange} errors={errors} vetRoute={vetRoute} />
    </>
  )
}
