import type { ReportChange } from '@chisholm/domain/schemas/report-versions'
import type {
  PrintedChange,
  PrintedSample,
  PrintedSystem,
  ReportAnimal,
  ReportContent,
} from '../../pdf/report-content.ts'
import { examinationLabels } from './printed-examination.ts'
import { withoutDay } from './report-photos.ts'

/** The content of a version, with the ids of its animals in order. */
export interface ComparedReport {
  content: Pick<ReportContent, 'animals'> & Partial<ReportContent>
  animalIds: string[]
}

/** A field as printed; undefined if a report of an older layout lacks it. */
type Field = [name: string, value: string | null | undefined]

/**
 * Describes the differences between two versions of a report: fields of the ticket, then those of each animal. Values
 * are compared as printed.
 */
export function reportChanges(before: ComparedReport, after: ComparedReport): ReportChange[] {
  const [old, now] = [byId(before), byId(after)]
  const ids = new Set([...after.animalIds, ...before.animalIds])
  return [
    ...compare(null, postMortemFields(before.content), postMortemFields(after.content)),
    ...[...ids].flatMap((id, index) => {
      const [was, is] = [old.get(id), now.get(id)]
      const animal = nameOf(is ?? was, index)
      if (was && is)
        return [...compare(animal, animalFields(was), animalFields(is)), ...photoChanges(animal, was.photos, is.photos)]
      const [left, joined] = [was ? 'Part of the report' : null, is ? 'Part of the report' : null]
      return [{ animal, field: 'Animal', before: left, after: joined }]
    }),
  ]
}

/** The changed fields of each animal, for an amended report. */
export function printedChanges(changes: readonly ReportChange[]): PrintedChange[] {
  const byAnimal = Map.groupBy(changes, ({ animal }) => animal)
  return [...byAnimal].map(([animal, all]) => ({
    animal,
    fields: [...new Set(all.map(({ field }) => kindOf(field)))].join(', '),
  }))
}

const kindOf = (field: string): string => {
  if (field.startsWith('Lesion ')) return 'Lesions'
  return field === 'Photo' || field.startsWith('Drawing on ') ? 'Photographs' : field
}

const byId = ({ content, animalIds }: ComparedReport) =>
  new Map(content.animals.map((animal, index) => [animalIds[index] ?? '', animal]))

const nameOf = (animal: ReportAnimal | undefined, index: number) => animal?.tag ?? animal?.rfid ?? `Animal ${index + 1}`

function compare(animal: string | null, before: Field[], after: Field[]): ReportChange[] {
  const [old, now] = [new Map(before), new Map(after)]
  const names = new Set([...now.keys(), ...old.keys()])
  return [...names].flatMap((field) => {
    const [was, is] = [old.get(field) ?? null, now.get(field) ?? null]
    const isUnknown = [old, now].some((fields) => fields.has(field) && fields.get(field) === undefined)
    return was === is || isUnknown ? [] : [{ animal, field, before: was, after: is }]
  })
}

const postMortemFields = ({
  customer,
  site,
  requestedBy,
  recordAt,
  scheduledAt,
  note,
  ...rest
}: Partial<ReportContent>): Field[] => [
  ['Customer', customer],
  ['Site', site && [site.name, site.city, site.region].filter(Boolean).join(', ')],
  ['Requested by', requestedBy],
  ['Reported', recordAt],
  ['Scheduled', scheduledAt],
  ['Notes of the request', note],
  ['Visit', rest.noVetVisit === undefined ? undefined : rest.noVetVisit ? 'Not requested' : 'Requested'],
]

const animalFields = (animal: ReportAnimal): Field[] => [
  ['Tag', animal.tag],
  ['Tag colour', animal.tagColor],
  ['RFID', animal.rfid],
  ['Pen', animal.pen],
  ['Lot', animal.lot],
  ['Breed', animal.breed],
  ['Animal colour', animal.animalColor],
  ['Group', animal.group],
  ['Weight', animal.weight],
  ['Arrived', animal.arrived],
  ['Date of death', animal.dateOfDeath],
  ['Death', animal.deathKind],
  ['Found', animal.found],
  ['Died', animal.died],
  ['Last seen alive', animal.lastSeenAlive],
  ['Body temperature', animal.bodyTemperature],
  ['Air temperature', animal.airTemperature],
  ['Euthanasia', animal.euthanasiaNote],
  ['Danger signs', animal.dangerSigns],
  ['Treatments given', animal.treatments],
  ['Notes of the yard', animal.customerNotes],
  ['Diagnosis of the yard', animal.customerDiagnosis],
  ['Diagnosis', animal.diagnosis],
  ...lesionFields(animal),
  ...animal.examination
    // is derived from two other times
    .filter(([name]) => name !== examinationLabels.hoursSinceDeath)
    .map(([name, value]): Field => [name === examinationLabels.mode ? 'Examined how' : name, value]),
  ...[animal.external ?? [], animal.systems].flat().map((system): Field => [system.name, stateOf(system)]),
  ['Findings', animal.findings],
  ['Comment and advice', animal.notes],
  ...(animal.samples?.map((sample): Field => [`Sample ${sample.label}`, resultOf(sample)]) ?? []),
]

/** A field for each diagnosis, numbered if one occurs several times. */
const lesionFields = ({ lesions }: ReportAnimal): Field[] =>
  numbered(lesions.map(({ name }) => `Lesion ${name}`)).map((name, index) => [
    name,
    [lesions[index]?.details, lesions[index]?.note].filter(Boolean).join('. '),
  ])

const stateOf = ({ state, text }: PrintedSystem) => (text === null ? state : `${state}. ${text}`)

const resultOf = ({ kind, flag, result }: PrintedSample) =>
  [kind, flag, result.replaceAll('\n', ', ')].filter(Boolean).join(', ')

type Photos = ReportAnimal['photos']

/** Photos that were added or removed, or whose caption or drawing changed. */
function photoChanges(animal: string, before: Photos, after: Photos): ReportChange[] {
  const [old, now] = [before, after].map((photos) => new Map(photos.map((photo) => [photo.id, photo])))
  const ids = new Set([...after, ...before].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [was, is] = [old?.get(id), now?.get(id)]
    const isRedrawn = was && is && was.drawing !== is.drawing
    return [
      ...(withoutDay(was?.caption) === withoutDay(is?.caption)
        ? []
        : [{ animal, field: 'Photo', before: was?.caption ?? null, after: is?.caption ?? null }]),
      ...(isRedrawn
        ? [{ animal, field: `Drawing on ${is.caption}`, before: drawn(was), after: is.drawing ? 'Changed' : null }]
        : []),
    ]
  })
}

const drawn = ({ drawing }: Photos[number]) => (drawing === undefined ? null : 'As drawn before')

function numbered(names: string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
