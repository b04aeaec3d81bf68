import { addDays, dayOf, timestampAt } from '@chisholm/domain/dates'
import { type DemoReferences, type DemoSources, generatePostMortem, type LoadTime } from './generate-post-mortems.ts'

const hour = 3_600_000

/** Visits of the coming week: days from today, time, veterinarian and site. Two visits of the third day overlap. */
const plannedVisits: [days: number, time: string, vet: 0 | 1, site: string][] = [
  [1, '08:00', 0, 'North Yard'],
  [1, '11:00', 0, 'East Pens'],
  [1, '09:00', 1, 'Home Place'],
  [2, '09:00', 0, 'Ridge Yard'],
  [2, '12:30', 1, 'Triangle Lots'],
  [3, '11:15', 0, 'Home Place'],
  [3, '08:00', 1, 'East Pens'],
  [3, '08:30', 1, 'South Yard'],
  [4, '09:00', 0, 'Triangle Lots'],
  [5, '10:00', 0, 'South Yard'],
  [5, '14:00', 1, 'Ridge Yard'],
  [6, '09:30', 1, 'Home Place'],
  [7, '11:00', 1, 'East Pens'],
]

/** Absences of the veterinarians: first and last day from today. */
const plannedAbsences: { vet: 0 | 1; from: number; to: number; note: string }[] = [
  { vet: 1, from: 4, to: 4, note: 'Course in Calgary' },
  { vet: 0, from: 6, to: 7, note: 'Days off' },
]

/** Tickets of the coming week, in southern Alberta, each with a visit. */
export const generateWeek = (sources: DemoSources) =>
  plannedVisits.map(([days, visitTime, vet, siteName], index) => {
    const { references, loadTime } = sources
    const createdAt = new Date(loadTime.now.getTime() - (6 + 10 * index) * hour)
    const narrowed = {
      ...references,
      sites: references.sites.filter(({ name }) => name === siteName),
      vetIds: references.vetIds.slice(vet, vet + 1),
    }
    const planned = { state: 'scheduled' as const, createdAt, visitTime, clockCase: undefined }
    const { ticket, animals } = generatePostMortem(planned, { ...sources, references: narrowed })
    const day = addDays(dayOf(loadTime.now, loadTime.zone), days)
    return { ticket: { ...ticket, scheduled_at: timestampAt(day, visitTime, loadTime.zone) }, animals }
  })

/** The absences of the coming week. */
export const generateAbsences = ({ vetIds }: DemoReferences, { now, zone }: LoadTime) =>
  plannedAbsences.flatMap(({ vet, from, to, note }) => {
    const today = dayOf(now, zone)
    const userId = vetIds[vet]
    return userId ? [{ user_id: userId, first_day: addDays(today, from), last_day: addDays(today, to), note }] : []
  })
