import { type Day, dayOf } from '@chisholm/domain/dates'
import { sql } from 'kysely'
import { type CustomerId, lowestId, newId, type SiteId, type UserId } from '../database/ids.ts'
import type { Database } from '../database/database.ts'
import { hashPassword } from '../features/auth/index.ts'
import { seedLibrary } from '../features/library/index.ts'
import { liftLockTimeout } from '../database/lock-timeout.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Executor } from '../database/executor.ts'
import type { Settings } from '../settings.ts'
import type { Storage } from '../storage/storage.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { createSeededRandom } from './seeded-random.ts'
import { demoAuthorities, demoCustomers, demoProvider, demoTrainings } from './sample-data.ts'
import { drawPhotos } from './draw-photos.ts'
import { demoHeads, type DemoLot, generateHeadCounts, lotsBySite } from './generate-herd.ts'
import { insertAlerts } from './insert-alerts.ts'
import { insertPostMortems } from './insert-post-mortems.ts'
import { insertAll } from './insert-year.ts'
import type { DemoReferences } from './generate-post-mortems.ts'
import { cityCoordinates } from './city-coordinates.ts'

/** Advisory lock number shared by all servers of a database. */
const lockNumber = 1_867_006

interface LoadDemoOptions {
  database: Database
  storage: Storage
  settings: Settings
}

/**
 * Loads the demo data of decisions.md section 2 into an empty database.
 * @returns false if the database was not empty
 */
export function loadDemo({ database, storage, settings }: LoadDemoOptions): Promise<boolean> {
  return inTransaction(database, async (database) => {
    const { db: tx } = database
    // one of several starting servers loads it, the others wait
    await liftLockTimeout(tx)
    await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(tx)
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false
    await seedLibrary(tx)
    const random = createSeededRandom(1867)
    const photosByKind = await drawPhotos(storage)
    const sites = await insertCustomers(tx)
    const userIds = await insertAccounts(tx, sites)
    const now = new Date()
    const loadTime = { now, zone: settings.provider.time_zone }
    const lots = await insertHerds(tx, sites, dayOf(now, loadTime.zone))
    await insertTrainings(tx)
    await tx
      .insertInto('provider_defaults')
      .values({ ...demoProvider, authorities: JSON.stringify(demoAuthorities) })
      .onConflict((row) => row.doNothing())
      .execute()
    await insertPostMortems(tx, await readReferences(tx, sites, userIds), photosByKind, {
      random,
      settings,
      names: namesOf(userIds),
      lots,
      loadTime,
    })
    const [vetId, clientId] = [userIds.get('vet@demo.example'), userIds.get('manager@demo.example')]
    const siteId = sites.get('North Yard')?.id
    if (vetId && clientId && siteId) await insertAlerts(tx, { vetId, clientId, siteId }, loadTime)
    return true
  })
}

const namesOf = (userIds: Map<string, UserId>): Map<UserId, string> =>
  new Map(
    demoAccounts.flatMap(({ email, firstName, lastName }) => {
      const id = userIds.get(email)
      return id ? [[id, `${firstName} ${lastName}`]] : []
    }),
  )

type SiteIds = Map<string, { id: SiteId; customerId: CustomerId }>

async function insertCustomers(tx: Executor): Promise<SiteIds> {
  const sites: SiteIds = new Map()
  for (const customer of demoCustomers) {
    const customerId = newId<CustomerId>()
    await tx.insertInto('customers').values({ id: customerId, name: customer.name }).execute()
    for (const { name, region, city } of customer.sites) {
      const id = newId<SiteId>()
      sites.set(name, { id, customerId })
      const [latitude, longitude] = cityCoordinates[city] ?? [null, null]
      const phone = region === 'Alberta' ? '+1 403 555 0163' : null
      const site = { id, customer_id: customerId, name, region, city, latitude, longitude, phone }
      await tx.insertInto('sites').values(site).execute()
    }
  }
  return sites
}

/** Inserts lots and head counts. @returns the lots of each site */
async function insertHerds(tx: Executor, sites: SiteIds, today: Day): Promise<Map<SiteId, DemoLot[]>> {
  const lots = lotsBySite(sites, today)
  await insertAll(tx, 'lots', [...lots.values()].flat())
  const counts = Object.entries(demoHeads).flatMap(([name, head]) => {
    const site = sites.get(name)
    return site ? generateHeadCounts(site.id, head, today) : []
  })
  await insertAll(tx, 'head_counts', counts)
  return lots
}

async function insertAccounts(tx: Executor, sites: SiteIds): Promise<Map<string, UserId>> {
  const passwordHash = await hashPassword(demoPassword)
  const ids = new Map<string, UserId>()
  for (const account of demoAccounts) {
    const id = newId<UserId>()
    ids.set(account.email, id)
    const invited = account.temporaryPassword !== undefined
    await tx
      .insertInto('users')
      .values({
        id,
        email: account.email,
        roles: [account.role],
        first_name: invited ? null : account.firstName,
        last_name: invited ? null : account.lastName,
        status: invited ? 'invited' : 'active',
        password_hash: account.temporaryPassword ? await hashPassword(account.temporaryPassword) : passwordHash,
        // far in the future, so that an old demo still shows the first sign-in
        temporary_password_until: invited ? new Date(Date.now() + 3650 * 24 * 3_600_000) : null,
        email_verified_at: invited ? null : new Date(),
        phone: '+1 403 555 0142',
        city: 'High River',
        region: 'Alberta',
        country: 'Canada',
      })
      .execute()
    const links = account.sites.flatMap((name) => sites.get(name) ?? [])
    if (links.length > 0)
      await tx
        .insertInto('user_sites')
        .values(links.map((site, position) => ({ user_id: id, site_id: site.id, position })))
        .execute()
  }
  return ids
}

async function insertTrainings(tx: Executor): Promise<void> {
  for (const [position, { sections, ...training }] of demoTrainings.entries()) {
    const id = newId()
    await tx
      .insertInto('trainings')
      .values({ ...training, id, position })
      .execute()
    await tx
      .insertInto('training_sections')
      .values(sections.map((section, order) => ({ ...section, id: newId(), training_id: id, position: order })))
      .execute()
  }
}

async function readReferences(tx: Executor, sites: SiteIds, userIds: Map<string, UserId>): Promise<DemoReferences> {
  const entries = await tx.selectFrom('library_entries').select(['id', 'list', 'name', 'code', 'level']).execute()
  const of = (list: string) => entries.filter((entry) => entry.list === list)
  const person = (email: string) => userIds.get(`${email}@demo.example`) ?? lowestId<UserId>()
  const requesters = new Map([
    ['North Yard', [person('client'), person('manager')]],
    ['South Yard', [person('manager')]],
    ['Mesa Main', [person('rival')]],
  ])
  return {
    sites: [...sites].map(([name, site]) => ({
      name,
      ...site,
      requesterIds: requesters.get(name) ?? [person('admin')],
    })),
    vetIds: [person('vet'), person('vet2')],
    diagnoses: of('diagnoses').map(({ id, code }) => ({ id, code: code ?? '' })),
    tagColors: of('tag-colors')
      .filter((color) => color.name !== 'None')
      .map(({ id, name }) => ({ id, letter: name.charAt(0) })),
    breedIds: of('breeds').map((entry) => entry.id),
    animalColorIds: of('animal-colors').map((entry) => entry.id),
    groupIds: of('animal-groups').map((entry) => entry.id),
    treatments: of('treatments').filter(({ name }) => name !== 'None' && name !== 'Euthanasia'),
    dangerSigns: of('danger-signs'),
    sampleKinds: of('sample-kinds'),
    photoSlots: of('photo-slots'),
  }
}
