import { Textarea, TextInput } from '@mantine/core'
import type { DangerSign } from '@chisholm/domain/danger-signs'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import type { ReactNode } from 'react'
import { DateField } from '../../ui/date-field.tsx'
import { RfidField } from '../../ui/rfid-field.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { AnimalFormValues, TextFieldName } from './animal-form-values.ts'
import { animalTexts } from './animal-texts.ts'
import { DangerSignsField } from './danger-signs-field.tsx'
import { DeathFields, FoundField } from './death-fields.tsx'
import { DiagnosisField } from './diagnosis-field.tsx'
import { HistoryFields } from './history-fields.tsx'
import { MoreAnimalFields } from './more-animal-fields.tsx'
import { SameAsLast } from './same-as-last.tsx'
import { TagColorField } from './tag-color-field.tsx'

export interface AnimalFormProps {
  form: Form<AnimalFormValues>
  /** On vet routes, the client's notes and diagnosis cannot be edited (specification 6). */
  vetRoute: boolean
  /** Called when a danger sign is ticked. */
  onDanger: (sign: DangerSign) => void
  /** Earlier input, to fill in and to suggest. */
  latest: { last: Animal | undefined; pens: readonly string[]; lots: readonly string[] }
  /** See `RfidField`. */
  takesScan?: (scanned: string, entered: string) => boolean
  /** Shown below the RFID. */
  belowRfid?: ReactNode
}

/** Fields are in the order in which they are read off the animal. The page that renders the form submits it. */
export function AnimalForm({ form, vetRoute, onDanger, latest, takesScan, belowRfid }: AnimalFormProps) {
  const textProps = (name: TextFieldName) => ({ ...form.getInputProps(name), autoComplete: 'off' })
  return (
    <form className="stack" {...form.formProps}>
      <RfidField label={animalTexts.rfid} {...form.getInputProps('rfid')} takesScan={takesScan} />
      {belowRfid}
      {latest.last && <SameAsLast form={form} last={latest.last} />}
      <div className="two">
        <TextInput label={animalTexts.tag} {...textProps('tag')} />
        <TagColorField {...form.getInputProps('tag_color_id')} />
        <TextInput label={animalTexts.pen} list="latest-pens" {...textProps('pen')} />
        <TextInput label={animalTexts.lot} list="latest-lots" {...textProps('lot')} />
      </div>
      <Suggestions id="latest-pens" texts={latest.pens} />
      <Suggestions id="latest-lots" texts={latest.lots} />
      <DangerSignsField {...form.getInputProps('danger_sign_ids')} onTick={onDanger} />
      <DateField label={animalTexts.dateOfDeath} {...form.getInputProps('customer_record_at')} />
      <FoundField form={form} />
      {!vetRoute && (
        <>
          <Textarea label={animalTexts.notes} {...textProps('customer_notes')} />
          <DiagnosisField label={animalTexts.yourDiagnosis} {...form.getInputProps('customer_diagnosis_id')} />
        </>
      )}
      <DeathFields form={form} />
      <HistoryFields form={form} />
      <MoreAnimalFields form={form} vetRoute={vetRoute} />
    </form>
  )
}

/** The browser's suggestions while typing. */
const Suggestions = ({ id, texts }: { id: string; texts: readonly string[] }) => (
  <datalist id={id}>
    {texts.map((text) => (
      <option key={text}>{text}</option>
    ))}
  </datalist>
)
