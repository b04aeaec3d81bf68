import { formatNumber } from '@chisholm/domain/format-number'
import type { OptionOf } from '@chisholm/domain/animal-fields'
import { plural } from '@chisholm/domain/plural'
import type { TemperatureUnit } from './air-temperature.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A duration in the largest unit in which it is at least two. */
function formatDuration(milliseconds: number): string {
  const [unit, size] =
    milliseconds < 2 * hour ? ['minute', minute] : milliseconds < 2 * day ? ['hour', hour] : ['day', day]
  return formatNumber(Math.round(milliseconds / size), { style: 'unit', unit, unitDisplay: 'long' })
}

/** @param offset  milliseconds by which a clock is slow; negative: fast */
const describeOffset = (offset: number) => `${formatDuration(Math.abs(offset))} ${offset > 0 ? 'slow' : 'fast'}`

export const deathTexts = {
  title: 'When and how it died',
  timesOfSite: (zone: string) => `Times are those at the site (${zone}).`,
  wrongClock: (offset: number) =>
    `The clock of this device is ${describeOffset(offset)}. “Now” enters the right time, but times that you read from the device are wrong.`,
  clockWasWrong: (offset: number) =>
    `The clock of this device was ${describeOffset(offset)} when it last reached the server, so “Now” corrects it. Has it been set right since?`,
  clockIsRight: 'It is right',
  found_at: 'Found',
  died_at: 'Died, best guess',
  last_seen_alive_at: 'Last seen alive',
  airTemperature: 'Air temperature',
  switchUnit: (unit: TemperatureUnit) => `In °${unit}. Switch to °${unit === 'C' ? 'F' : 'C'}`,
  weather: { freezing: 'Freezing', cool: 'Cool', mild: 'Mild', hot: 'Hot' },
  kind: 'Kind of death',
  kinds: {
    found_dead: 'Found dead',
    died_observed: 'Seen to die',
    euthanised: 'Euthanised',
  } satisfies Record<OptionOf<'death_kind'>, string>,
  euthanasiaNote: 'How it was euthanised',
  barbiturate:
    'A barbiturate makes the carcass unfit for rendering and poisons animals that eat it. Say if one was given, and mark the carcass.',
  history: 'Arrival and treatments',
  arrived: 'Arrived',
  daysOnFeed: (days: number) => plural(days, '1 day on feed', `${days} days on feed`),
  treatments: 'Treatments given',
  treatmentsHint: 'Tap what it was given, then say how many days before death.',
  otherTreatment: 'Other',
  treatmentName: 'Name of the treatment',
  treatmentNote: 'Note',
  treatmentNoteHint: 'Dose, product, result',
  treatmentNoteOf: (name: string) => `${name}: note`,
  daysBefore: 'Days before',
  daysBeforeOf: (name: string) => `${name}: days before death`,
  removeTreatment: (name: string) => `Remove ${name}`,
} as const
