import { expect, test } from 'vitest'
import { changedFields, knownFields } from './changed-fields.ts'

const saved = { id: 'new', name: '', sites: ['1'] }

test.each([
  ['nothing', saved, null],
  ['an equal list', { ...saved, sites: ['1'] }, null],
  ['another id alone', { ...saved, id: 'other' }, null],
  ['a name', { ...saved, name: 'North' }, { id: 'new', name: 'North' }],
  ['a list', { ...saved, sites: [] }, { id: 'new', sites: [] }],
])(
  'of a form in which %s differs, only what differs is stored, with the id of what will be created',
  (_what, values, stored) => {
    expect(changedFields(values, saved)).toEqual(stored)
  },
)

test('a draft of another version of the app fills in only the fields that the form has', () => {
  // cast: an older draft
  expect(knownFields({ name: 'North', fax: '1' } as Partial<typeof saved>, saved)).toEqual({ name: 'North' })
})
