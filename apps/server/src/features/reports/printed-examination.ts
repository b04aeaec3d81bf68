import { formatLongDay, formatVisitAtSite, dayOf, type Zone } from '@chisholm/domain/dates'
import { isRecordedBySystem } from '@chisholm/domain/examination'
import { examinationNames, systemNames } from '@chisholm/domain/examination-texts'
import type { Lesion } from '@chisholm/domain/schemas/examination'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import type { Sample } from '@chisholm/domain/schemas/samples'
import type { PrintedSample, PrintedSystem, ReportAnimal } from '../../pdf/report-content.ts'

type PrintedExamination = Pick<ReportAnimal, 'examination' | 'external' | 'systems' | 'lesions'>

/** Labels of two rows of an examination, by which versions of a report are compared. Issued reports store them. */
export const examinationLabels = { hoursSinceDeath: 'Hours since death', mode: 'How' }

/** Prints the organ systems only if one was examined: a bare diagnosis says nothing of them. */
export function printedExamination(
  animal: Animal,
  site: { time_zone: Zone | null },
  practiceZone: Zone,
): PrintedExamination {
  const found = animal.examination
  const rows: [string, string | null | undefined][] = [
    ['Examined', found?.examined_at && formatVisitAtSite(found.examined_at, site, practiceZone)],
    [examinationLabels.hoursSinceDeath, found?.examined_at && hoursSinceDeath(animal, found.examined_at)],
    [examinationLabels.mode, found?.mode && examinationNames.mode[found.mode]],
    ['Extent', found?.extent && examinationNames.extent[found.extent]],
    ['Condition', found?.condition ? `${found.condition} of 5` : null],
  ]
  const printed = (found && isRecordedBySystem(found) ? found.systems : []).map(
    ({ system, state, text }): PrintedSystem & { system: string } => ({
      system,
      name: systemNames[system],
      state: examinationNames.state[state],
      text,
    }),
  )
  const withoutKey = ({ name, state, text }: PrintedSystem) => ({ name, state, text })
  const external = printed.find(({ system }) => system === 'external')
  return {
    examination: rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : [])),
    external: external ? withoutKey(external) : null,
    systems: printed.filter((one) => one !== external).map(withoutKey),
    lesions: (found?.lesions ?? [])
      .toSorted((one, other) => lesionOrder.indexOf(one.role) - lesionOrder.indexOf(other.role))
      .map((lesion) => ({ name: lesion.diagnosis.name, details: describeLesion(lesion), note: lesion.note })),
  }
}

/** Full hours since death, or since the animal was found. */
function hoursSinceDeath({ died_at, found_at }: Animal, examinedAt: string): string | null {
  const death = died_at ?? found_at
  if (!death) return null
  const hours = Math.round((Date.parse(examinedAt) - Date.parse(death)) / 3_600_000)
  if (hours < 0) return null
  return died_at ? String(hours) : `${hours} since it was found`
}

const lesionOrder = ['primary', 'contributing', 'incidental']

function describeLesion({ role, certainty, basis, severity, stage }: Lesion): string {
  const names = examinationNames
  const details = [
    names.role[role],
    `${names.certainty[certainty]} by ${names.basis[basis]}`,
    severity && names.severity[severity],
    stage && names.stage[stage],
  ]
  return details.filter(Boolean).join(' · ')
}

const flagNames = { negative: 'Negative', positive: 'Positive', inconclusive: 'Inconclusive' }

/** A sample with its result, or what is waited for. */
export function printedSample(sample: Sample, zone: Zone): PrintedSample {
  const { result, result_flag, result_at, received_at, sent_at, taken_at } = sample
  const on = (time: string) => formatLongDay(dayOf(time, zone))
  const waiting = received_at || sent_at ? 'Result awaited' : 'Not sent yet'
  const arrived = result_at ? `Result of ${on(result_at)}` : waiting
  return {
    label: sample.label,
    kind: sample.sample_kind.name,
    taken: taken_at && on(taken_at),
    test: [sample.test, sample.lab].filter(Boolean).join(', ') || null,
    flag: result_flag && flagNames[result_flag],
    result: [result, arrived].filter(Boolean).join('\n'),
  }
}
