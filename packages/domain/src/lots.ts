import { constants } from './constants.ts'
import type { HeadCount, Lot } from './schemas.ts'
import { texts } from './texts.ts'
import { collectErrors, type ValidationErrors, validateText } from './validation.ts'

type Unset<T> = { [F in keyof T]: T[F] | null }

/** Validates the fields of a lot in the order of the form; the server checks site and uniqueness. */
export function validateLot(lot: Unset<Omit<Lot, 'id'>>): ValidationErrors {
  const { nameRequired, closedBeforeArrival, siteRequired } = texts.validation
  const { textMax, sexMax } = constants.herd
  const isClosedEarly = lot.arrived_at && lot.closed_at && lot.closed_at < lot.arrived_at
  return collectErrors({
    site_id: lot.site_id ? null : siteRequired,
    name: validateText(lot.name, textMax, nameRequired),
    source: validateText(lot.source, textMax),
    sex: validateText(lot.sex, sexMax),
    closed_at: isClosedEarly ? closedBeforeArrival : null,
  })
}

/** Validates the fields of a head count; the server checks site and uniqueness. */
export function validateHeadCount({ site_id, date, head }: Unset<Omit<HeadCount, 'id'>>): ValidationErrors {
  const { siteRequired, dateRequired, headRequired } = texts.validation
  return collectErrors({
    site_id: site_id ? null : siteRequired,
    date: date ? null : dateRequired,
    head: head === null ? headRequired : null,
  })
}

/** The name of a lot for comparisons, without case and spaces. `lot_key` of the database does the same. */
export const lotKey = (name: string): string => name.replaceAll(/[ \t\n\r\u00a0]/g, '').toLowerCase()
