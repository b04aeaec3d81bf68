import { texts } from '@chisholm/domain/texts'
import type { Known } from './known.ts'
import { nobody, type WrongAddress } from './wrong-address.ts'

const absent = texts.other.notFoundPage
/** Start of the message on a page past the end; the rest depends on how many records other tests made. */
const pastEnd = 'This list'

const ofAdmins = (address: string, admin: string, says?: string): WrongAddress => ({
  address,
  seen: { admin },
  ...(says && { says }),
})
/** Clients and veterinarians are redirected home. */
const closed = (address: string, admin: string): WrongAddress => ({ address, seen: { client: null, vet: null, admin } })

const pages = [
  ['/a/admin', 'Administration'],
  ['/a/admin/customers/new', 'New customer'],
  ['/a/admin/trainings/new', 'New training'],
  ['/a/admin/library', 'Library lists'],
  ['/a/admin/provider', 'Practice'],
  ['/a/admin/scanner', 'Scanner settings'],
  ['/a/admin/import', 'Import'],
  ['/a/admin/installation', 'Installation'],
  ['/a/admin/sign-in-limits', 'Limited sign-ins'],
].map(([path = '', h1 = '']) => closed(`${path}?kind=nowhere&page=abc&text=%5B%5D`, h1))

const lists: [path: string, h1: string][] = [
  ['/a/admin/customers', 'Customers'],
  ['/a/admin/sites', 'Sites'],
  ['/a/admin/users', 'Users'],
  ['/a/admin/trainings', 'Trainings'],
  ['/a/admin/library/diagnoses', 'Diagnoses'],
  ['/a/admin/log', 'Log'],
]

/** Lists with an invalid page or search text. */
const searches = lists.flatMap(([path, h1]) => [
  closed(`${path}?page=abc`, h1),
  ...['0', '-1', '1e99', '%5B1%5D'].map((page) => ofAdmins(`${path}?page=${page}`, h1)),
  ofAdmins(`${path}?page=9000`, h1, pastEnd),
  ...['%25', '%5C', '%F0%9F', 'x'.repeat(400)].map((text) => ofAdmins(`${path}?text=${text}&who=${text}`, h1)),
])

const filters = [
  ofAdmins('/a/admin/users?role=nowhere&status=nowhere', 'Users', 'Dana Whitfield'),
  ofAdmins('/a/admin/library/species?retired=nowhere', 'Species', 'Cattle'),
  ofAdmins('/a/admin/log?action=nowhere', 'Log', ' lines'),
  ofAdmins('/a/admin/log?kind=nowhere', 'Log', ' lines'),
  ofAdmins('/a/admin/log?from=abc&to=2026-13-45', 'Log', ' lines'),
  ofAdmins('/a/admin/log?from=9999-12-31&to=0001-01-01', 'Log', 'Nothing found.'),
  ...['abc', '-1', '99999999999999999999'].map((ticket) =>
    ofAdmins(`/a/admin/log?ticket=${ticket}`, 'Log', 'Nothing found.'),
  ),
]

/** Ids that are malformed, unknown, or of another kind of record. */
const ids = ({ siteId, pending }: Known) =>
  [
    ['/a/admin/customers', siteId],
    ['/a/admin/sites', pending.customer_id],
    ['/a/admin/users', siteId],
    ['/a/admin/trainings', siteId],
    ['/a/admin/library', siteId],
  ].flatMap(([path, another]) => [
    closed(`${path}/abc`, absent),
    ...[nobody, '1', '%20', '__proto__', another].map((id) => ofAdmins(`${path}/${id}`, absent)),
  ])

export const addressesOfAdmins = (known: Known): WrongAddress[] => [
  ...pages,
  ...searches,
  ...filters,
  ...ids(known),
  ofAdmins('/a/admin/nowhere', absent),
]
