import { type Day, formatLongDay, isDay } from './dates.ts'

/** A treatment of an animal. */
export interface TreatmentGiven {
  id: string
  /** Entry of the list of treatments; null: described only by its name. */
  treatment_id: string | null
  name: string
  given_at: Day | null
  note: string | null
}

type Described = Pick<TreatmentGiven, 'name' | 'given_at' | 'note'>

/** A treatment in the report and on the screen of an animal: `November 3rd 2026, Florfenicol, second dose`. */
export const describeTreatment = ({ given_at, name, note }: Described): string =>
  [given_at && formatLongDay(given_at), name, note].filter(Boolean).join(', ')

/** Formats treatments as one text for files and histories: `2026-11-03 Florfenicol: second dose; Vitamin B1`. */
export const formatTreatments = (treatments: readonly Described[]): string =>
  treatments
    .map(({ given_at, name, note }) => [given_at, name].filter(Boolean).join(' ') + (note ? `: ${note}` : ''))
    .join('; ')

const doubled = (text: string, separator: string) => text.replaceAll(separator, separator + separator)
const single = (text: string, separator: string) => text.replaceAll(separator + separator, separator)

/** Treatments as one cell of a file, which `parseTreatments` reads: like `formatTreatments`, with separators doubled. */
export const treatmentsToCell = (treatments: readonly Described[]): string =>
  formatTreatments(
    treatments.map(({ given_at, name, note }) => ({
      given_at,
      name: doubled(doubled(name, ';'), ':'),
      note: note && doubled(note, ';'),
    })),
  )

/**
 * Parses a cell: treatments are separated by `;`, name and note by `:`, and both are doubled within a text. A text that
 * does not begin with a day is a name without a day.
 */
export const parseTreatments = (cell: string): Described[] =>
  (cell.match(/(?:[^;]|;;)+/g) ?? [])
    .map((part) => single(part, ';').trim())
    .filter(Boolean)
    .map((part) => {
      const day = isDay(part.slice(0, 10)) ? part.slice(0, 10) : null
      const text = day ? part.slice(10) : part
      const name = /^(?:[^:]|::)*/.exec(text)?.[0] ?? ''
      return { given_at: day, name: single(name, ':').trim(), note: text.slice(name.length + 1).trim() || null }
    })
