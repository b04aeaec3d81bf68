import { Textarea, TextInput } from '@mantine/core'
import type { Animal } from '@chisholm/domain/shapes'
import { DateField } from '../../ui/fields.tsx'
import { RfidField } from '../../ui/rfid-field.tsx'
import { DiagnosisField } from './diagnosis-field.tsx'
import { TagColorField } from './tag-color-field.tsx'

/** An animal as the yard types it. */
export interface TypedAnimal {
  rfid: string
  tag: string
  tag_color_id: string | null
  pen: string
  lot: string
  customer_record_at: string | null
  customer_notes: string
  customer_diagnosis_id: string | null
}

export const typedAnimal = (animal: Animal | undefined, rfid = '', today: string): TypedAnimal => ({
  rfid: animal?.rfid ?? rfid,
  tag: animal?.tag ?? '',
  tag_color_id: animal?.tag_color_id ?? null,
  pen: animal?.pen ?? '',
  lot: animal?.lot ?? '',
  customer_record_at: animal ? animal.customer_record_at : today,
  customer_notes: animal?.customer_notes ?? '',
  customer_diagnosis_id: animal?.customer_diagnosis_id ?? null,
})

interface AnimalFormProps {
  typed: TypedAnimal
  onChange: (typed: TypedAnimal) => void
  errors: Record<string, string[]>
}

/** The facts of an animal, in the order a person reads them off it. */
export function AnimalForm({ typed, onChange, errors }: AnimalFormProps) {
  const set = (change: Partial<TypedAnimal>) => onChange({ ...typed, ...change })
  const text = (name: 'tag' | 'pen' | 'lot' | 'customer_notes') => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    autoComplete: 'off',
  })
  return (
    <>
      <RfidField label="RFID" value={typed.rfid} onChange={(rfid) => set({ rfid })} error={errors['rfid']?.[0]} />
      <div className="two">
        <TextInput label="Tag" {...text('tag')} />
        <TagColorField value={typed.tag_color_id} onChange={(tag_color_id) => set({ tag_color_id })} />
        <TextInput label="Pen" {...text('pen')} />
        <TextInput label="Lot" {...text('lot')} />
      </div>
      <DateField
        label="Date of death"
        value={typed.customer_record_at}
        onChange={(customer_record_at) => set({ customer_record_at })}
        error={errors['customer_record_at']?.[0]}
      />
      <Textarea label="Notes" {...text('customer_notes')} />
      <DiagnosisField
        label="Your diagnosis"
        value={typed.customer_diagnosis_id}
        onChange={(customer_diagnosis_id) => set({ customer_diagnosis_id })}
      />
    </>
  )
}
