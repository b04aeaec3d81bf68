import { constants } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import {
  completeSystems,
  examinationOptions,
  lesionOptions,
  organSystems,
  type SystemFinding,
  systemStates,
  validateLesions,
  validateSystemFinding,
} from '@chisholm/domain/examination'
import type { Examination, Lesion } from '@chisholm/domain/schemas/examination'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { validateText } from '@chisholm/domain/validation'
import { Type } from 'typebox'
import { BodyId, BodyTimestamp, BodyNumber, BodyText, readId, readText, readTimestamp } from '../../http/body-fields.ts'
import { invalid } from '../../http/app-error.ts'
import { parseEach } from '../../http/parse-each.ts'

const { lesionsMax, textMax, noteMax } = constants.examination
const SystemBody = Type.Object({ system: BodyText, state: BodyText, text: Type.Optional(BodyText) })
const LesionBody = Type.Object({
  id: Type.Optional(BodyId),
  diagnosis_id: BodyId,
  role: BodyText,
  certainty: BodyText,
  basis: BodyText,
  severity: Type.Optional(BodyText),
  stage: Type.Optional(BodyText),
  note: Type.Optional(BodyText),
})
type SystemBody = Partial<Record<keyof typeof SystemBody.properties, BodyText>>
type LesionBody = Partial<Record<keyof typeof LesionBody.properties, BodyText>>

const list = <Entry>(entry: ReturnType<typeof Type.Object>, description: string) =>
  Type.Optional(
    Type.Unsafe<Entry[] | string | null>(
      Type.Union([Type.Array(Type.Partial(entry)), Type.String({ maxLength: 0 }), Type.Null()], { description }),
    ),
  )
const ExaminedAt = {
  ...BodyTimestamp,
  title: 'ExaminedAt',
  description: 'Like BodyTimestamp. A time in the future is stored as now.',
}

export const ExaminationBody = Type.Object({
  examined_at: Type.Optional(ExaminedAt),
  mode: Type.Optional(BodyText),
  extent: Type.Optional(BodyText),
  condition: Type.Optional(BodyNumber),
  systems: list<SystemBody>(SystemBody, 'They replace the previous ones; a system left out was not examined.'),
  lesions: list<LesionBody>(LesionBody, `At most ${lesionsMax}, in order; they replace the previous ones.`),
})
interface ExaminationBody extends Partial<Record<'examined_at' | 'mode' | 'extent' | 'condition', BodyText>> {
  systems?: SystemBody[] | string | null
  lesions?: LesionBody[] | string | null
}

/** A lesion in a request. The server chooses a missing id. */
type SentLesion = Omit<Lesion, 'id' | 'diagnosis'> & { id: string | null }
type Sent = { examined_at?: Date | null } & Partial<Omit<Examination, 'examined_at' | 'lesions'>>
/** An examination in a request. Fields that were not sent are omitted and keep their values. */
export type SentExamination = Sent & { lesions?: SentLesion[] }

/** Parses an examination. @throws invalid  all errors of a list by field, like `systems.0.text` */
export function parseExamination(body: ExaminationBody, zone: Zone): SentExamination {
  const examined_at = readTimestamp('examined_at', body.examined_at, texts.validation.dateRequired, zone)
  const mode = readOption('mode', examinationOptions.mode, body.mode)
  const extent = readOption('extent', examinationOptions.extent, body.extent)
  const condition = readCondition(body.condition)
  return {
    ...(examined_at !== undefined && { examined_at: examined_at && notInFuture(examined_at) }),
    ...(mode !== undefined && { mode }),
    ...(extent !== undefined && { extent }),
    ...(condition !== undefined && { condition }),
    ...(body.systems !== undefined && { systems: parseSystems(entriesOf(body.systems)) }),
    ...(body.lesions !== undefined && { lesions: parseLesions(entriesOf(body.lesions)) }),
  }
}

/** The time, or now if it lies ahead: an app that examines without a connection only has the clock of its device. */
const notInFuture = (time: Date): Date => new Date(Math.min(time.getTime(), Date.now()))

/** Forms cannot send an empty list, so they send an empty text. */
const entriesOf = <Entry>(sent: Entry[] | string | null): Entry[] => (Array.isArray(sent) ? sent : [])

function readCondition(value: BodyText | undefined): number | null | undefined {
  const text = readText(value)
  if (text === undefined || text === null) return text
  if (!/^[1-5]$/.test(text)) throw invalid({ condition: [serverTexts.validation.conditionInvalid] })
  return Number(text)
}

/** Reads one of these options; empty clears the field. @throws invalid  the error names the options */
function readOption<Option extends string>(field: string, options: readonly Option[], value: BodyText | undefined) {
  const text = readText(value)
  if (text === undefined || text === null) return text
  const option = options.find((one) => one === text)
  if (option === undefined) throw invalid({ [field]: [texts.validation.oneOf(options)] })
  return option
}

function requireOption<Option extends string>(field: string, options: readonly Option[], value: BodyText | undefined) {
  const option = readOption(field, options, value)
  if (!option) throw invalid({ [field]: [texts.validation.oneOf(options)] })
  return option
}

function parseSystems(sent: SystemBody[]): SystemFinding[] {
  const systems = parseEach('systems', sent, (body) => {
    const finding = {
      system: requireOption('system', organSystems, body.system),
      state: requireOption('state', systemStates, body.state),
      text: readText(body.text) ?? null,
    }
    const error = validateSystemFinding(finding) ?? validateText(finding.text, textMax)
    if (error) throw invalid({ text: [error] })
    return finding
  })
  if (new Set(systems.map(({ system }) => system)).size < systems.length)
    throw invalid({ systems: [serverTexts.validation.systemRepeated] })
  return completeSystems(systems)
}

function parseLesions(sent: LesionBody[]): SentLesion[] {
  if (sent.length > lesionsMax) throw invalid({ lesions: [texts.validation.tooManyEntries(lesionsMax)] })
  const lesions = parseEach('lesions', sent, (body) => {
    const diagnosis_id = readId('diagnosis_id', body.diagnosis_id)
    if (!diagnosis_id) throw invalid({ diagnosis_id: [serverTexts.validation.lesionDiagnosisRequired] })
    const note = readText(body.note) ?? null
    const noteError = validateText(note, noteMax)
    if (noteError) throw invalid({ note: [noteError] })
    return {
      id: readId('id', body.id) ?? null,
      diagnosis_id,
      role: requireOption('role', lesionOptions.role, body.role),
      certainty: requireOption('certainty', lesionOptions.certainty, body.certainty),
      basis: requireOption('basis', lesionOptions.basis, body.basis),
      severity: readOption('severity', lesionOptions.severity, body.severity) ?? null,
      stage: readOption('stage', lesionOptions.stage, body.stage) ?? null,
      note,
    }
  })
  const error = validateLesions(lesions)
  if (error) throw invalid({ lesions: [error] })
  const ids = lesions.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw invalid({ lesions: [serverTexts.validation.idsRepeated] })
  return lesions
}
