import { expect, test } from 'vitest'
import { findPhraseQuery, insertPhrase, matchPhrases } from './phrase-query.ts'

const phrase = (name: string, system: string | null, text = `${name}.`) => ({ id: name, name, system, text })
const phrases = [
  phrase('Bloat line', 'digestive', 'Line in the oesophagus.'),
  phrase('Heavy lungs', 'respiratory'),
  phrase('No lesion found', null),
  phrase('Lung abscesses', 'respiratory'),
]
const namesFor = (typed: string, system: string | null) => {
  const query = findPhraseQuery(typed, typed.length)
  return query && matchPhrases(phrases, query, system).map(({ name }) => name)
}

test.each([
  ['/', { from: 0, to: 1, words: '' }],
  ['Opened. /hea', { from: 8, to: 12, words: 'hea' }],
  ['First line\n/bloat-l', { from: 11, to: 19, words: 'bloat-l' }],
  ['left/right', null],
  ['1/2', null],
  ['No slash', null],
])('a slash that begins a word asks for phrases: %s', (text, query) => {
  expect(findPhraseQuery(text, text.length)).toEqual(query)
})

test('only text before the caret counts', () => {
  expect(findPhraseQuery('/hea and more', 4)).toEqual({ from: 0, to: 4, words: 'hea' })
  expect(findPhraseQuery('see /hea', 3)).toBeNull()
})

test('phrases of the organ system come first, then general ones, then the others', () => {
  expect(namesFor('/', 'digestive')).toEqual(['Bloat line', 'No lesion found', 'Heavy lungs', 'Lung abscesses'])
  expect(namesFor('/lung', 'respiratory')).toEqual(['Lung abscesses', 'Heavy lungs'])
  expect(namesFor('/bloat-l', null)).toEqual(['Bloat line'])
  expect(namesFor('/oesoph', null)).toEqual(['Bloat line'])
  expect(namesFor('/nothing', null)).toEqual([])
})

test('a phrase replaces the slash, and typing continues after it', () => {
  const typed = 'Opened. /hea Rest'
  const query = findPhraseQuery(typed, 12)
  expect(query && insertPhrase(typed, query, 'Lungs heavy.')).toEqual({
    text: 'Opened. Lungs heavy. Rest',
    caret: 'Opened. Lungs heavy.'.length,
  })
})
