import { expect, expectTypeOf, test } from 'vitest'
import type { AnimalId, CustomerId, PhotoId, PostMortemId, SiteId, UserId } from './database/ids.ts'
import { newId } from './database/ids.ts'
import type { AuthorizedSites } from './http/authorized-sites.ts'
import { namesOtherSites } from './http/idempotency.queries.ts'
import type { Executor } from './database/executor.ts'
import { createSharedFactory } from './testing/factory.ts'
import * as animals from './features/animals/animals.queries.ts'
import { readNames, entriesOfPostMortem } from './features/audit-log/audit-log.queries.ts'
import * as customers from './features/customers/customers.queries.ts'
import * as photos from './features/photos/photos.queries.ts'
import * as postMortems from './features/post-mortems/post-mortems.queries.ts'
import * as cards from './features/post-mortems/post-mortem-cards.queries.ts'
import { postMortemsToExport } from './features/post-mortems/post-mortem-export.queries.ts'
import * as herd from './features/herd/site-records.queries.ts'
import { readUnmatchedLotPage } from './features/herd/lots.queries.ts'
import { visibleIds, visibleLots } from './features/insight/labels.queries.ts'
import * as lotSummary from './features/lot-summary/lot-summary.queries.ts'
import * as notifications from './features/notifications/notifications.queries.ts'
import { readSampleFilePage } from './features/photos/sample-files.queries.ts'
import { usersToExport } from './features/exports/exports.queries.ts'
import { versionById } from './features/reports/report-versions.queries.ts'
import * as samples from './features/samples/samples.queries.ts'
import { readUserPage } from './features/users/user-pagination.queries.ts'
import { animalsOfFilter } from './features/saved-reports/saved-reports.queries.ts'
import * as sites from './features/sites/sites.queries.ts'

const factory = await createSharedFactory()

// `npm run check` verifies the lines below: it fails if one marked @ts-expect-error compiles. The lint rule
// chisholm/no-unauthorized-sites finds queries that take any list of sites; those below must take the authorized ones.

test('queries for responses accept only the authorized sites of a sign-in', () => {
  const asking = [
    animals.animalById,
    animals.readAnimalList,
    animals.animalsToExport,
    animals.animalsWithSameRfid,
    animals.readDistinctAnimals,
    animals.readTags,
    animalsOfFilter,
    customers.customerById,
    customers.readCustomerPage,
    customers.sitesOfCustomers,
    entriesOfPostMortem,
    namesOtherSites,
    photos.photoById,
    photos.readPhotoPage,
    photos.photosOfPostMortem,
    sites.siteById,
    sites.readSitePage,
    cards.cardPageInOneStatement,
    cards.readCardPage,
    postMortems.lockPostMortem,
    postMortems.subjectOfPostMortem,
    postMortems.postMortemById,
    postMortems.postMortemTemplate,
    postMortems.readPostMortemPage,
    postMortemsToExport,
    readUnmatchedLotPage,
    samples.readSamplePage,
    samples.sampleById,
    samples.visibleSamples,
    usersToExport,
    versionById,
    visibleIds,
    visibleLots,
  ]
  expectTypeOf<Parameters<(typeof asking)[number]>[1]>().toEqualTypeOf<AuthorizedSites>()
  const askingThird = [
    herd.readRecordPage,
    herd.recordById,
    notifications.notificationById,
    notifications.readNotificationPage,
    readNames,
    readUserPage,
  ]
  expectTypeOf<Parameters<(typeof askingThird)[number]>[2]>().toEqualTypeOf<AuthorizedSites>()
  expectTypeOf<Parameters<typeof readSampleFilePage>[1]['sites']>().toEqualTypeOf<AuthorizedSites>()
  const ofLots = [lotSummary.lotById, lotSummary.deathsOfOthers, lotSummary.animalsOf]
  expectTypeOf<Parameters<(typeof ofLots)[number]>[1]['sites']>().toEqualTypeOf<AuthorizedSites>()

  const db: Executor = factory.db
  const refused = [
    // @ts-expect-error -- every site
    () => postMortems.postMortemById(db, null, newId<PostMortemId>()),
    // @ts-expect-error -- an object without the brand
    () => postMortems.postMortemById(db, { ids: null }, newId<PostMortemId>()),
    // @ts-expect-error -- a list of ids
    () => photos.photoById(db, [newId<SiteId>()], newId<PhotoId>()),
    // @ts-expect-error -- a missing argument
    () => animals.animalById(db, newId<AnimalId>()),
  ]
  expect(refused).toHaveLength(4)
})

test('an id of one kind is not accepted as an id of another kind', () => {
  expectTypeOf<SiteId>().toExtend<string>()
  const refused = [
    // @ts-expect-error -- a customer's id instead of a site's
    (db: Executor, id: CustomerId) => sites.lockSite(db, id),
    // @ts-expect-error -- a post-mortem's id instead of an animal's
    (db: Executor, id: PostMortemId) => animals.changeAnimal(db, id, {}),
    // @ts-expect-error -- an unvalidated text
    (db: Executor, id: string) => photos.markDeleted(db, id),
    // @ts-expect-error -- a user's id compared with a site's id in SQL
    (db: Executor, id: UserId) => db.selectFrom('sites').select('name').where('id', '=', id),
  ]
  expect(refused).toHaveLength(4)
})

test('clients read their own sites, in the order of their links; vet roles read every site', async () => {
  const [first, second] = [await factory.site(), await factory.site()]
  const client = await factory.user('Client', [second.id, first.id])
  const namesOfSites = async (person: typeof client) =>
    (await person.get('/sites?per_page=100')).body.data.map((site: { id: string }) => site.id)
  expect((await namesOfSites(client)).toSorted()).toEqual([first.id, second.id].toSorted())
  expect(await namesOfSites(await factory.user('Client'))).toEqual([])
  for (const role of ['Veterinarian', 'Admin', 'SuperAdmin'] as const)
    expect(await namesOfSites(await factory.user(role))).toEqual(expect.arrayContaining([first.id, second.id]))
})
