import { constants } from './constants.ts'
import type { Day } from './dates.ts'
import { texts } from './texts.ts'
import { collectErrors, type ValidationErrors, validateText } from './validation.ts'

export const seasons = ['winter', 'spring', 'summer', 'autumn'] as const
export type Season = (typeof seasons)[number]

/** The season of a day, by months, depending on the hemisphere. */
export function seasonOf(day: Day, latitude: number | null): Season {
  const quarter = Math.floor((Number(day.slice(5, 7)) % 12) / 3)
  const season = seasons[(quarter + (latitude !== null && latitude < 0 ? 2 : 0)) % 4]
  return season ?? 'winter'
}

/** The maximum number of words that a name or number is compared with. */
const wordsMax = 8
/** Words in lower case without accents, which are written as letters or as marks behind them, or left out. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** A name of three words or more is known by two of them in a row, too: 'Red Mesa Cattle' by 'Red Mesa'. */
function spellingsOf(name: string): string[] {
  const words = wordsOf(name)
  const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`)
  return [words.join(''), ...(words.length > 2 ? pairs : [])].filter((spelling) => spelling.length > 2)
}

/**
 * Finds these names and numbers in a text, ignoring case, accents, spaces and punctuation between their parts. Names of fewer
 * than three letters and digits are ignored.
 */
export function namesInText(text: string, names: readonly string[]): string[] {
  const words = wordsOf(text)
  const phrases = new Set<string>()
  for (const [start] of words.entries())
    for (let end = start + 1; end <= Math.min(words.length, start + wordsMax); end++)
      phrases.add(words.slice(start, end).join(''))
  return [...new Set(names)].filter((name) => spellingsOf(name).some((spelling) => phrases.has(spelling)))
}

export interface TeachingCaseFields {
  title: string | null
  text: string | null
}

/** Validates the veterinarian's texts; the server checks the photos. */
export function validateTeachingCase({ title, text }: TeachingCaseFields): ValidationErrors {
  const { titleMax, textMax } = constants.teachingCase
  const { teachingCaseTitleRequired, teachingCaseTextRequired } = texts.validation
  return collectErrors({
    title: validateText(title, titleMax, teachingCaseTitleRequired),
    text: validateText(text, textMax, teachingCaseTextRequired),
  })
}
