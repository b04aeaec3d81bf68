import { texts } from '@chisholm/domain/texts'
import type { ScreenFixtures } from '../helpers/screen-fixtures.ts'
import { unknownId, type InvalidUrl } from './invalid-url.ts'

const notFoundTitle = texts.other.notFoundPage
/**
 * The beginning of the message on a page past the end. The rest depends on how many records other tests have created.
 */
const pastEndText = 'This list'

const forAdmin = (url: string, admin: string, expectedText?: string): InvalidUrl => ({
  url,
  expectedH1: { admin },
  ...(expectedText && { expectedText }),
})
/** Only Admins may open this URL. Clients and veterinarians are redirected home. */
const adminOnly = (url: string, admin: string): InvalidUrl => ({
  url,
  expectedH1: { client: null, vet: null, admin },
})

const pagesWithoutId = [
  ['/a/admin', 'Administration'],
  ['/a/admin/customers/new', 'New customer'],
  ['/a/admin/trainings/new', 'New training'],
  ['/a/admin/library', 'Library lists'],
  ['/a/admin/provider', 'Practice'],
  ['/a/admin/scanner', 'Scanner settings'],
  ['/a/admin/import', 'Import'],
  ['/a/admin/installation', 'Installation'],
  ['/a/admin/sign-in-limits', 'Limited sign-ins'],
].map(([path = '', h1 = '']) => adminOnly(`${path}?kind=nowhere&page=abc&text=%5B%5D`, h1))

const lists: [path: string, h1: string][] = [
  ['/a/admin/customers', 'Customers'],
  ['/a/admin/sites', 'Sites'],
  ['/a/admin/users', 'Users'],
  ['/a/admin/trainings', 'Trainings'],
  ['/a/admin/library/diagnoses', 'Diagnoses'],
  ['/a/admin/log', 'Log'],
]

/** Lists with an invalid page or search text. */
const invalidSearchParams = lists.flatMap(([path, h1]) => [
  adminOnly(`${path}?page=abc`, h1),
  ...['0', '-1', '1e99', '%5B1%5D'].map((page) => forAdmin(`${path}?page=${page}`, h1)),
  forAdmin(`${path}?page=9000`, h1, pastEndText),
  ...['%25', '%5C', '%F0%9F', 'x'.repeat(400)].map((text) => forAdmin(`${path}?text=${text}&who=${text}`, h1)),
])

const invalidFilters = [
  forAdmin('/a/admin/users?role=nowhere&status=nowhere', 'Users', 'Dana Whitfield'),
  forAdmin('/a/admin/library/species?retired=nowhere', 'Species', 'Cattle'),
  forAdmin('/a/admin/log?action=nowhere', 'Log', ' entries'),
  forAdmin('/a/admin/log?kind=nowhere', 'Log', ' entries'),
  forAdmin('/a/admin/log?from=abc&to=2026-13-45', 'Log', ' entries'),
  forAdmin('/a/admin/log?from=9999-12-31&to=0001-01-01', 'Log', 'Nothing found.'),
  ...['abc', '-1', '99999999999999999999'].map((postMortem) =>
    forAdmin(`/a/admin/log?ticket=${postMortem}`, 'Log', 'Nothing found.'),
  ),
]

/** Ids that are malformed, unknown, or belong to another kind of record. */
const invalidIds = ({ siteId, pending }: ScreenFixtures) =>
  [
    ['/a/admin/customers', siteId],
    ['/a/admin/sites', pending.customer_id],
    ['/a/admin/users', siteId],
    ['/a/admin/trainings', siteId],
    ['/a/admin/library', siteId],
  ].flatMap(([path, another]) => [
    adminOnly(`${path}/abc`, notFoundTitle),
    ...[unknownId, '1', '%20', '__proto__', another].map((id) => forAdmin(`${path}/${id}`, notFoundTitle)),
  ])

export const invalidAdminUrls = (fixtures: ScreenFixtures): InvalidUrl[] => [
  ...pagesWithoutId,
  ...invalidSearchParams,
  ...invalidFilters,
  ...invalidIds(fixtures),
  forAdmin('/a/admin/nowhere', notFoundTitle),
]
