import { constants } from './constants.ts'
import { texts } from './texts.ts'
import { collectErrors, type ValidationErrors, validateText } from './validation.ts'

/** The `media_attachable_type` of files with the results of a sample. */
export const sampleMedia = 'Sample'

export const resultFlags = ['negative', 'positive', 'inconclusive'] as const
export type ResultFlag = (typeof resultFlags)[number]
export const isResultFlag = (value: unknown): value is ResultFlag => resultFlags.some((flag) => flag === value)

/** The writable fields of a sample. */
export interface SampleFields {
  sample_kind_id: string | null
  container: string | null
  taken_at: string | null
  lab: string | null
  test: string | null
  sent_at: string | null
  received_at: string | null
  result: string | null
  result_flag: string | null
  result_at: string | null
  note: string | null
}

/** Validates the texts and the kind of a sample; the server checks that the kind exists. */
export function validateSample(fields: Omit<SampleFields, `${string}_at`>): ValidationErrors {
  const { nameMax, resultMax, noteMax } = constants.sample
  const { validation } = texts
  return collectErrors({
    sample_kind_id: fields.sample_kind_id ? null : validation.sampleKindRequired,
    container: validateText(fields.container, nameMax),
    lab: validateText(fields.lab, nameMax),
    test: validateText(fields.test, nameMax),
    result: validateText(fields.result, resultMax),
    result_flag: fields.result_flag === null || isResultFlag(fields.result_flag) ? null : validation.oneOf(resultFlags),
    note: validateText(fields.note, noteMax),
  })
}
