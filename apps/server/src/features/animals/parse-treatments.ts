import { constants } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import { validateText } from '@chisholm/domain/validation'
import { Type } from 'typebox'
import { invalid } from '../../http/app-error.ts'
import { BodyDay, BodyId, BodyText, readDay, readId, readLine, readText } from '../../http/body-fields.ts'
import { parseEach } from '../../http/parse-each.ts'

const { max, nameMax, noteMax } = constants.treatmentsGiven
const TreatmentBody = Type.Object({
  id: Type.Optional(BodyId),
  treatment_id: Type.Optional(BodyId),
  name: Type.Optional(BodyText),
  given_at: Type.Optional(BodyDay),
  note: Type.Optional(BodyText),
})
type TreatmentBody = Partial<Record<keyof typeof TreatmentBody.properties, BodyText>>

/** The treatments in a body. An empty text clears them, because forms cannot send an empty list. */
export const BodyTreatments = Type.Unsafe<TreatmentBody[] | string | null>(
  Type.Union([Type.Array(TreatmentBody), Type.String({ maxLength: 0 }), Type.Null()], {
    description: `At most ${max} treatments, in order; they replace the previous ones. Empty clears them.`,
  }),
)
export type BodyTreatments = TreatmentBody[] | string | null

/** A treatment in a request. The server chooses a missing id, and takes a missing name from the entry. */
export type SentTreatment = Omit<TreatmentGiven, 'id' | 'name'> & { id: string | null; name: string | null }

/** Parses treatments. @throws invalid  errors by field, like `treatments_given.0.name` */
export function parseTreatments(sent: BodyTreatments | undefined, zone: Zone): SentTreatment[] | undefined {
  if (sent === undefined) return undefined
  const treatments = Array.isArray(sent) ? sent : []
  if (treatments.length > max) throw invalid({ treatments_given: [serverTexts.validation.tooManyTreatments(max)] })
  return parseEach('treatments_given', treatments, (treatment) => parseTreatment(treatment, zone))
}

function parseTreatment(body: TreatmentBody, zone: Zone): SentTreatment {
  const { validation } = texts
  const treatment = {
    id: readId('id', body.id) ?? null,
    treatment_id: readId('treatment_id', body.treatment_id) ?? null,
    name: readLine(body.name) ?? null,
    given_at: readDay('given_at', body.given_at, validation.dateRequired, zone) ?? null,
    note: readText(body.note) ?? null,
  }
  const required = treatment.treatment_id ? undefined : validation.treatmentNameRequired
  const nameError = validateText(treatment.name, nameMax, required)
  const noteError = validateText(treatment.note, noteMax)
  if (nameError) throw invalid({ name: [nameError] })
  if (noteError) throw invalid({ note: [noteError] })
  return treatment
}
