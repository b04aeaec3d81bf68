import { type Static, Type } from 'typebox'
import { type ResultFlag, resultFlags } from '../samples.ts'
import { id, namedObject, nullable, text, time } from './primitives.ts'
import { Named } from './references.ts'

export const Sample = namedObject('Sample', {
  id,
  label: Type.String({ description: 'S- and an ascending number, as on the container' }),
  veterinary_record_id: id,
  title: Type.String({ description: 'of the ticket, like CHM-123' }),
  veterinary_record_animal_id: id,
  animal: Type.Object({ tag: nullable(text), rfid: nullable(text) }),
  sample_kind_id: id,
  sample_kind: Named,
  container: nullable(text),
  taken_at: nullable(time),
  lab: nullable(text),
  test: nullable(text),
  sent_at: nullable(time),
  received_at: nullable(time),
  result: nullable(text),
  result_flag: Type.Unsafe<ResultFlag | null>({ type: ['string', 'null'], enum: [...resultFlags, null] }),
  result_at: nullable(time),
  after_report: Type.Boolean({ description: 'whether the result arrived after the report was issued' }),
  note: nullable(text),
  created_at: time,
})
export type Sample = Static<typeof Sample>
