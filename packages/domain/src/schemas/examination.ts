import { type Static, Type } from 'typebox'
import { examinationOptions, lesionOptions, organSystems, systemStates } from '../examination.ts'
import { id, namedObject, nullable, text, time } from './primitives.ts'
import { Named } from './references.ts'

const nullableEnum = <Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value | null>({ type: ['string', 'null'], enum: [...values, null] })

export const Lesion = namedObject('Lesion', {
  id,
  diagnosis_id: id,
  diagnosis: Named,
  role: Type.Enum([...lesionOptions.role], { description: 'at most one lesion of an animal is primary' }),
  certainty: Type.Enum([...lesionOptions.certainty]),
  basis: Type.Enum([...lesionOptions.basis]),
  severity: nullableEnum(lesionOptions.severity),
  stage: nullableEnum(lesionOptions.stage),
  note: nullable(text),
})
export type Lesion = Static<typeof Lesion>

export const Examination = namedObject('Examination', {
  examined_at: nullable(time),
  mode: nullableEnum(examinationOptions.mode),
  extent: nullableEnum(examinationOptions.extent),
  condition: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'body condition, 1 to 5' }),
  systems: Type.Array(
    Type.Object({
      system: Type.Enum([...organSystems]),
      state: Type.Enum([...systemStates]),
      text: nullable(text),
    }),
    { description: 'every organ system in its order' },
  ),
  lesions: Type.Array(Lesion, { description: 'in the order of the veterinarian' }),
})
export type Examination = Static<typeof Examination>
