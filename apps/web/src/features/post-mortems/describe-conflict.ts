import { animalFieldNames, type AnimalField, definitionOf, isOption } from '@chisholm/domain/animal-fields'
import { formatLongDay, formatLongVisit, isDay, type Zone } from '@chisholm/domain/dates'
import { formatRfid } from '@chisholm/domain/rfid'
import { describeTreatment, type TreatmentGiven } from '@chisholm/domain/treatments-given'
import { animalTexts, deathTexts } from '../animals/index.ts'
import { visitTexts } from '../visits/index.ts'
import { describeExaminationField, isExaminationField } from './examine/describe-examination.ts'
import { examinationTexts } from './examine/examination-texts.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

const { yes, no } = postMortemTexts.conflict
const labels: Record<string, string> = {
  vet_diagnosis_id: animalTexts.diagnosis,
  vet_findings: animalTexts.findings,
  vet_diagnosis_note: animalTexts.vetNotes,
  systems: examinationTexts.examination,
  lesions: examinationTexts.cause,
  mode: examinationTexts.mode,
  extent: examinationTexts.extent,
  condition: examinationTexts.condition,
  scheduled_at: visitTexts.date,
  duration_minutes: visitTexts.minutes,
  scheduled_for_id: postMortemTexts.vet,
  record_at: postMortemTexts.date,
  customer_id: postMortemTexts.client,
  site_id: postMortemTexts.site,
  note: postMortemTexts.notes,
  no_vet_visit_requested: postMortemTexts.noVisit,
  treatments_given: deathTexts.treatments,
}

const isAnimalField = (field: string): field is AnimalField => animalFieldNames.some((name) => name === field)

/** The name of a field of an animal or a ticket. */
export const labelOf = (field: string): string =>
  labels[field] ?? (isAnimalField(field) ? definitionOf(field).label : field)

interface Described {
  /** In the format of `comparable`. */
  value: string
  /** Of the record to which the value refers. */
  name: string | null
  /** Names of records by their ids. */
  names: Record<string, string>
}

/** Shows a value in the same way as its form. */
export function describeValue(field: string, { value, name, names }: Described, zone: Zone): string {
  if (isExaminationField(field)) return name ?? describeExaminationField(field, value, names)
  if (field === 'scheduled_at') return formatLongVisit(value, zone)
  if (field === 'record_at') return formatDay(value)
  if (field === 'no_vet_visit_requested') return value === '1' ? yes : no
  // cast: written by `comparable`
  if (field === 'treatments_given') return (JSON.parse(value) as TreatmentGiven[]).map(describeTreatment).join('\n')
  return isAnimalField(field) ? describeAnimalField(field, { value, name }, zone) : (name ?? value)
}

function describeAnimalField(field: AnimalField, { value, name }: Omit<Described, 'names'>, zone: Zone): string {
  const { kind } = definitionOf(field)
  if (field === 'rfid') return formatRfid(value)
  if (field === 'death_kind') return isOption(field, value) ? deathTexts.kinds[value] : value
  if (kind === 'day') return formatDay(value)
  if (kind === 'timestamp') return formatLongVisit(value, zone)
  return name ?? value
}

const formatDay = (value: string) => (isDay(value) ? formatLongDay(value) : value)
