import type { LibraryEntry } from '@chisholm/domain/schemas/library'

/** The text typed after a slash, and the position of the slash. */
export interface PhraseQuery {
  from: number
  to: number
  words: string
}

const slash = /(?:^|[\s(])\/(?<words>[\p{L}\p{N}\- ]{0,40})$/u

/** Finds the slash command at the caret, if there is one. It must begin a word. */
export function findPhraseQuery(text: string, caret: number): PhraseQuery | null {
  const words = slash.exec(text.slice(0, caret))?.groups?.['words']
  return words === undefined ? null : { from: caret - words.length - 1, to: caret, words }
}

const maxMatches = 50

const simplify = (text: string) => text.toLowerCase().replaceAll('-', ' ').trim()

/**
 * The phrases whose name or text contains these words: first those of the organ system, then those whose name begins
 * with them.
 */
export function matchPhrases(
  phrases: readonly LibraryEntry[],
  { words }: PhraseQuery,
  system: string | null,
): LibraryEntry[] {
  const sought = simplify(words)
  const rankOf = ({ name, system: own }: LibraryEntry) =>
    (own?.toLowerCase().replaceAll(' ', '_') === system ? 0 : own ? 4 : 2) + (simplify(name).startsWith(sought) ? 0 : 1)
  return phrases
    .filter(({ name, text }) => simplify(`${name} ${text ?? ''}`).includes(sought))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, maxMatches)
}

/** Replaces the slash with a phrase. @returns the text, and the new position of the caret */
export function insertPhrase(text: string, { from, to }: PhraseQuery, phrase: string): { text: string; caret: number } {
  const rest = text.slice(to)
  const inserted = phrase + (rest === '' || /^\s/.test(rest) ? '' : ' ')
  return { text: text.slice(0, from) + inserted + rest, caret: from + phrase.length }
}
