import { expect, test } from 'vitest'
import { type SearchCriteria, searchToQuery } from './search-query.ts'

const record = (field: string) => `filter[veterinary_records.${field}]`
const animal = (field: string) => `filter[veterinary_record_animals.${field}]`
const askedFor = (search: SearchCriteria) =>
  Object.fromEntries(Object.entries(searchToQuery(search)).filter(([, value]) => value !== undefined))
const always = { sort: '-veterinary_records.created_at', page: 1, per_page: 20 }

test.each<[SearchCriteria, object]>([
  [{}, {}],
  [{ page: 3 }, { page: 3 }],
  [{ ticket: '12' }, { [record('pin')]: '12' }],
  [{ rfid: '982' }, { [animal('rfid')]: '982' }],
  [{ tag: '7' }, { [animal('tag')]: '7' }],
  [{ lot: 'L' }, { [animal('lot')]: 'L' }],
  [{ vet: 'dana' }, { [record('completed_by_id')]: 'dana' }],
  [{ client: 'c' }, { [record('customer_id')]: 'c' }],
  [{ site: 's' }, { [record('site_id')]: 's' }],
  [{ submitted: '2026-11-20' }, { [record('record_at:gte')]: '2026-11-20', [record('record_at:lte')]: '2026-11-20' }],
  [
    { completed: '2026-11-20' },
    { [record('completed_at:gte')]: '2026-11-20', [record('completed_at:lte')]: '2026-11-20' },
  ],
  [{ submitted: '2026-02-30' }, {}],
  [{ completed: 'x' }, {}],
  [{ status: 'Draft' }, { [record('draft')]: 'true' }],
  [{ status: 'Completed' }, { [record('completed_at:isnull')]: 'false' }],
  [
    { status: 'Pending' },
    {
      [record('draft')]: 'false',
      [record('completed_at:isnull')]: 'true',
      [record('scheduled_at:isnull')]: 'true',
    },
  ],
  [
    { status: 'Scheduled' },
    {
      [record('draft')]: 'false',
      [record('completed_at:isnull')]: 'true',
      [record('scheduled_at:isnull')]: 'false',
    },
  ],
  [
    { status: 'Completed', completed: '2026-11-20' },
    {
      [record('completed_at:isnull')]: 'false',
      [record('completed_at:gte')]: '2026-11-20',
      [record('completed_at:lte')]: '2026-11-20',
    },
  ],
])('a search by %o asks the server for that and nothing else', (search, expected) => {
  expect(askedFor(search)).toEqual({ ...always, ...expected })
})
