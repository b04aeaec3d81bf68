import { expect, test } from 'vitest'
import { type LibraryEntryFields, type LibraryList, systemOfEntry, validateLibraryEntry } from './library.ts'

const entry: LibraryEntryFields = {
  name: 'Name',
  code: null,
  system: null,
  notifiable: false,
  hex: null,
  hint: null,
  advice: null,
  text: null,
  level: null,
  required: false,
}

test.each<[LibraryList, Partial<Record<keyof LibraryEntryFields, unknown>>, string[]]>([
  ['breeds', {}, []],
  ['breeds', { name: ' ' }, ['name']],
  ['breeds', { name: 'x'.repeat(120) }, []],
  ['breeds', { name: 'x'.repeat(121) }, ['name']],
  ['tag-colors', { hex: '#0a9FfF' }, []],
  ['tag-colors', { hex: '#0a9ff' }, ['hex']],
  ['tag-colors', { hex: '#0a9ff00' }, ['hex']],
  ['tag-colors', { hex: 'red' }, ['hex']],
  ['danger-signs', { level: 'stop' }, []],
  ['danger-signs', { level: 'call' }, []],
  ['danger-signs', { level: null }, ['level']],
  ['danger-signs', { level: 'wait' }, ['level']],
  // any text for a diagnosis, an organ system for a phrase
  ['diagnoses', { system: 'Lungs and more' }, []],
  ['phrases', { system: null }, []],
  ['phrases', { system: 'Respiratory' }, []],
  ['phrases', { system: 'Lungs and more' }, ['system']],
])('of an entry of %s with %o, refused are: %j', (list, changed, fields) => {
  // cast: what a caller of the API may send
  const sent = { ...entry, ...changed } as LibraryEntryFields
  expect(Object.keys(validateLibraryEntry(list, sent))).toEqual(fields)
})

test('a phrase is stored with the organ system that it names, any other entry with its text', () => {
  expect(systemOfEntry('phrases', 'Respiratory')).toBe('respiratory')
  expect(systemOfEntry('diagnoses', 'Respiratory')).toBe('Respiratory')
  expect(systemOfEntry('phrases', null)).toBeNull()
})
