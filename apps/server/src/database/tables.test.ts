import { animalFieldNames } from '@chisholm/domain/animal-fields'
import { expect, test } from 'vitest'
import { columns } from './tables.generated.ts'

test('every writable column of an animal is in the list of fields', () => {
  const notWritable = [
    'id',
    'post_mortem_id',
    'site_id',
    'identity',
    'examine_by',
    'issued_opinion',
    'issued_skipped_slots',
    'created_by_id',
    'created_at',
    'updated_at',
    'deleted_at',
    'version',
    'client_version_offset',
    'client_updated_at',
  ]
  expect([...animalFieldNames, ...notWritable].toSorted()).toEqual(columns.animals.toSorted())
})
