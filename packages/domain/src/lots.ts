import { constants } from './constants.ts'
import type { HeadCount, Lot } from './schemas/lots.ts'
import { texts } from './texts.ts'
import { collectErrors, type ValidationErrors, validateText, validateYear } from './validation.ts'

type Unset<T> = { [F in keyof T]: T[F] | null }

/** Validates the fields of a lot in the order of the form; the server checks site and uniqueness. */
export function validateLot(lot: Unset<Omit<Lot, 'id' | 'other_names'>>, now: Date): ValidationErrors {
  const { nameRequired, closedBeforeArrival, siteRequired } = texts.validation
  const { textMax, sexMax } = constants.herd
  const isClosedEarly = lot.arrived_at && lot.closed_at && lot.closed_at < lot.arrived_at
  return collectErrors({
    site_id: lot.site_id ? null : siteRequired,
    name: validateText(lot.name, textMax, nameRequired),
    source: validateText(lot.source, textMax),
    sex: validateText(lot.sex, sexMax),
    arrived_at: validateYear(lot.arrived_at, now),
    closed_at: validateYear(lot.closed_at, now) ?? (isClosedEarly ? closedBeforeArrival : null),
  })
}

/** Validates another name of a lot; the server checks that no other lot of the site has it. */
export const validateOtherName = (name: string): ValidationErrors =>
  collectErrors({ name: validateText(name, constants.herd.textMax, texts.validation.nameRequired) })

/** Validates the fields of a head count; the server checks site and uniqueness. */
export function validateHeadCount({ site_id, date, head }: Unset<Omit<HeadCount, 'id'>>, now: Date): ValidationErrors {
  const { siteRequired, dateRequired, headRequired } = texts.validation
  return collectErrors({
    site_id: site_id ? null : siteRequired,
    date: date ? validateYear(date, now) : dateRequired,
    head: head === null ? headRequired : null,
  })
}

/** Whether a head count differs so much from the last one that it may be a typing error. */
export function isUnusualHead(head: number, last: number): boolean {
  const { headFactorMax } = constants.herd
  return head > last * headFactorMax || head < last / headFactorMax
}

/** The name of a lot for comparisons, without case and spaces. `lot_key` of the database does the same. */
export const lotKey = (name: string): string => name.replaceAll(/[ \t\n\r\u00a0]/g, '').toLowerCase()

/**
 * The lot that a name most likely means: the only one with the same letters and digits, without the word lot and leading
 * zeros. Undefined: none or several.
 */
export function likelyLot<Named extends { name: string }>(name: string, lots: readonly Named[]): Named | undefined {
  const [found, other] = lots.filter((lot) => looseKey(lot.name) === looseKey(name))
  return other ? undefined : found
}

const looseKey = (name: string): string =>
  lotKey(name)
    .replace(/^lot(?=.)/, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** A lot as a title or in a sentence: 'Lot F26-031', but 'LOT 2' as it is. */
export const lotTitle = (name: string): string => (/^\s*lot\b/i.test(name) ? name : `Lot ${name}`)
