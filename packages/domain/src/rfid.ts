import { countryNumbers } from './country-numbers.ts'
import { texts } from './texts.ts'

/** The largest number that the 38 bits of an ISO 11784 identification code can hold. */
const maxAnimalNumber = 274_877_906_943n

const countries: Record<string, string> = { USA: '840', CAN: '124', AUS: '036', MEX: '484', BRA: '076', NZL: '554' }

export type RfidResult = { ok: true; rfid: string; warning: string | null } | { ok: false; error: string }

/**
 * Parses a typed or scanned RFID to its 15 digits (ISO 11784/11785; reader formats of the field reference, section 1).
 * Unrecognised input is returned as typed with a warning; only transponders that are not for animals are rejected.
 */
export function parseRfid(typed: string): RfidResult {
  const asTyped = typed.replace(/\p{Cc}/gu, ' ').trim()
  const text = asTyped.toUpperCase()
  if (text === '') return { ok: true, rfid: '', warning: null }
  if (/^L?R\s*[\s0-9]/.test(text)) return { ok: false, error: texts.validation.industrialTransponder }
  const compact = text.replace(/[\s.-]/g, '')
  const [, afterPrefix] = /^(?:LA|A)(\d{15})$/.exec(compact) ?? []
  if (afterPrefix) return withWarning(afterPrefix)
  if (isHexadecimal(compact)) {
    const { isAnimal, rfid } = decodeHexadecimal(compact)
    if (!isAnimal) return { ok: false, error: texts.validation.industrialTransponder }
    if (isCompleteRfid(rfid)) return withWarning(rfid)
  }
  const country = /^([A-Z]{3})(\d{12,13})$/.exec(compact)
  if (country?.[1] && country[2] && countries[country[1]])
    return withWarning(countries[country[1]] + country[2].slice(-12))
  const digits = compact.replace(/^(LA|A)/, '')
  if (/^\d+$/.test(digits) && digits.length > 15 && /^0+$/.test(digits.slice(0, -15)))
    return withWarning(digits.slice(-15))
  if (isCompleteRfid(digits)) return withWarning(digits)
  if (/^(LA|A)\d+$/.test(compact) && digits.length > 15) return withWarning(digits.slice(-15))
  return { ok: true, rfid: asTyped, warning: 'This is not a 15-digit RFID. Please check it against the tag.' }
}

/** Whether a parsed RFID has all its 15 digits. */
export const isCompleteRfid = (rfid: string): boolean => /^\d{15}$/.test(rfid)

/** Sixteen digits without letters are treated as decimal. */
const isHexadecimal = (text: string) => /^[0-9A-F]{16}$/.test(text) && /[A-F]/.test(text)

/** Decodes 16 hexadecimal digits (64 bits). A code above 999, which no chip has, makes the number one digit longer. */
function decodeHexadecimal(text: string): { isAnimal: boolean; rfid: string } {
  const bits = BigInt(`0x${text}`)
  const code = (bits >> 38n) & 0x3ffn
  return {
    isAnimal: bits >> 63n === 1n,
    rfid: code.toString().padStart(3, '0') + (bits & maxAnimalNumber).toString().padStart(12, '0'),
  }
}

/**
 * Whether the number of a 15-digit RFID is too large for a chip. The API accepts it for compatibility; the app's forms
 * do not.
 */
export const isTooLargeForChip = (rfid: string): boolean =>
  isCompleteRfid(rfid) && BigInt(rfid.slice(3)) > maxAnimalNumber

function withWarning(rfid: string): RfidResult {
  const code = Number(rfid.slice(0, 3))
  if (isTooLargeForChip(rfid)) return { ok: true, rfid, warning: texts.validation.rfidTooLarge }
  if (code === 999) return { ok: true, rfid, warning: 'This is a test transponder (999).' }
  if (!isAssigned(code)) return { ok: true, rfid, warning: texts.validation.rfidCodeUnknown }
  return { ok: true, rfid, warning: null }
}

/** Whether a code belongs to a country or, from 900 on, to a manufacturer. */
const isAssigned = (code: number) => code >= 900 || countryNumbers.has(code)

/** Formats an RFID in groups of three: `982 000 123 456 789`. Other texts are returned unchanged. */
export const formatRfid = (rfid: string) => (isCompleteRfid(rfid) ? (rfid.match(/\d{3}/g) ?? []).join(' ') : rfid)
