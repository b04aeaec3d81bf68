import { type Static, Type } from 'typebox'
import { statuses } from '../status.ts'
import { day, id, namedObject, nullable, text, time } from './primitives.ts'

const count = Type.Integer()
const described = <T>(schema: Parameters<typeof nullable>[0], description: string) =>
  Type.Unsafe<T>({ ...schema, description })
const headDays = described<number | null>(nullable(count), 'sum of the head of each day; null where it is unknown')
const rate = described<number | null>(
  nullable(Type.Number()),
  'deaths / head_days × 1,000 × 365.25 / 12; null where the head is unknown',
)

export const MortalityRow = namedObject('MortalityRow', {
  key: described<string | null>(nullable(text), 'null: unknown, or none'),
  label: text,
  deaths: count,
  examined: Type.Integer({ description: 'of a completed ticket with a veterinarian’s diagnosis' }),
  head_days: headDays,
  per_1000_head_month: rate,
  head_known: Type.Optional(
    Type.Number({ description: 'by site, day, week or month: share of its days on which the head is known, 0 to 1' }),
  ),
  site_id: Type.Optional(id),
  lot_id: Type.Optional(Type.String({ format: 'uuid', description: 'by lot: the id of the lot, if the site has it' })),
})
export type MortalityRow = Static<typeof MortalityRow>

export const MortalityTotals = namedObject('MortalityTotals', {
  from: day,
  to: day,
  deaths: count,
  examined: count,
  head_days: headDays,
  head_known: Type.Number({
    description: 'share of days of all sites with a known head, 0 to 1',
  }),
  per_1000_head_month: rate,
})
export type MortalityTotals = Static<typeof MortalityTotals>

export const Agreement = namedObject('Agreement', {
  n: Type.Integer({ description: 'animals with a diagnosis of the customer and one of the veterinarian' }),
  agree: count,
  kappa: described<number | null>(nullable(Type.Number()), 'Cohen’s kappa to 4 places; null when it is undefined'),
  matrix: Type.Array(Type.Object({ customer_diagnosis: text, veterinarian_diagnosis: text, n: count })),
})
export type Agreement = Static<typeof Agreement>

const hours = Type.Object(
  { p50: nullable(Type.Number()), p90: nullable(Type.Number()) },
  { description: 'median and ninth decile of the hours from sending; null without any' },
)
export const TurnaroundRow = namedObject('TurnaroundRow', {
  key: nullable(text),
  label: text,
  n: Type.Integer({ description: 'tickets sent in the period' }),
  to_scheduled_hours: hours,
  to_completed_hours: hours,
})
export type TurnaroundRow = Static<typeof TurnaroundRow>

export const OpenedAnimals = namedObject('OpenedAnimals', {
  animals: Type.Integer({ description: 'examined at their site, whose time of death is known' }),
  in_time: Type.Integer({ description: 'those of them that were examined by their examine_by' }),
})
export type OpenedAnimals = Static<typeof OpenedAnimals>

export const TurnaroundTotals = namedObject('TurnaroundTotals', {
  opened: described<OpenedAnimals | null>(
    nullable(OpenedAnimals),
    'animals of the tickets; null for clients, who see issued examinations only',
  ),
})
export type TurnaroundTotals = Static<typeof TurnaroundTotals>

const siteWithCustomer = Type.Object({
  id,
  name: text,
  time_zone: described<string | null>(nullable(text), 'null: that of the practice'),
  customer: Type.Object({ id, name: text }),
})

export const Death = namedObject('Death', {
  id: Type.String({ format: 'uuid', description: 'of the animal' }),
  tag: nullable(text),
  rfid: nullable(text),
  lot: nullable(text),
  pen: nullable(text),
  date_of_death: day,
  days_on_feed: described<number | null>(nullable(count), 'from the arrival of the animal; null where it is unknown'),
  diagnosis: described<string | null>(nullable(text), 'by the veterinarian; for clients as issued'),
  site: siteWithCustomer,
  post_mortem: Type.Object({ id, title: text, status: Type.Enum([...statuses]) }),
})
export type Death = Static<typeof Death>

export const TurnaroundPostMortem = namedObject('TurnaroundPostMortem', {
  id,
  title: text,
  status: Type.Enum([...statuses]),
  site: siteWithCustomer,
  requested_at: time,
  to_scheduled_hours: described<number | null>(nullable(Type.Number()), 'null while no visit is scheduled'),
  to_completed_hours: described<number | null>(nullable(Type.Number()), 'null until it is completed'),
})
export type TurnaroundPostMortem = Static<typeof TurnaroundPostMortem>

export const BenchmarkRow = namedObject('BenchmarkRow', {
  key: nullable(text),
  label: text,
  per_1000_head_month: described<number | null>(nullable(Type.Number()), 'your own; null where the head is unknown'),
  p25: Type.Number({ description: 'first quartile of all customers' }),
  p50: Type.Number(),
  p75: Type.Number(),
})
export type BenchmarkRow = Static<typeof BenchmarkRow>
