import { createHash } from 'node:crypto'
import { type Day, dayOf } from '@chisholm/domain/dates'
import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  type AbsenceId,
  type CustomerId,
  lowestId,
  newId,
  type PhotoId,
  type SiteId,
  type UserId,
} from '../database/ids.ts'
import type { Database } from '../database/database.ts'
import { hashPassword } from '../features/auth/index.ts'
import { seedLibrary } from '../features/library/index.ts'
import { writeCase } from '../features/teaching-cases/index.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Executor } from '../database/executor.ts'
import type { Tables } from '../database/tables.ts'
import { fingerprintOfFile } from '../storage/file-integrity.ts'
import { processImage } from '../storage/process-image.ts'
import type { Settings } from '../settings.ts'
import type { Storage } from '../storage/storage.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { type SeededRandom, createSeededRandom } from './seeded-random.ts'
import { demoAuthorities, demoCustomers, demoProvider, demoScenarios, demoTrainings } from './sample-data.ts'
import { annotationOf, demoSkippedSlots } from './annotate-photos.ts'
import { drawPhoto, type PhotoKind } from './draw-photo.ts'
import { assignLots, demoHeads, type DemoLot, generateHeadCounts, lotsBySite } from './generate-herd.ts'
import { generateYear } from './generate-year.ts'
import { insertAlerts } from './insert-alerts.ts'
import { deathsByDay, insertAll, insertYear } from './insert-year.ts'
import { generateConversations } from './generate-conversations.ts'
import { type DemoReferences, generatePostMortems, type LoadTime } from './generate-post-mortems.ts'
import { generateAbsences, generateWeek } from './generate-week.ts'
import { cityCoordinates } from './city-coordinates.ts'
import { teachingCasesOf } from './demo-teaching-cases.ts'
import { issueDemoReports } from './issue-demo-reports.ts'
import { generateSamples } from './generate-samples.ts'

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
    const id = uuidv7()
    await tx
      .insertInto('trainings')
      .values({ ...training, id, position })
      .execute()
    await tx
      .insertInto('training_sections')
      .values(sections.map((section, order) => ({ ...section, id: uuidv7(), training_id: id, position: order })))
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

interface DrawnPhoto {
  bytes: number
  width: number
  height: number
  image_key: string
  thumbnail_key: string
  content_hash: Buffer
  image_hash: Buffer
  thumbnail_hash: Buffer
  thumbnail_bytes: number
}

const kinds: PhotoKind[] = ['lungs', 'heart', 'rumen', 'liver', 'kidneys', 'intestine', 'carcass', 'tag']

/** Draws the photos shared by the demo tickets: two of each kind. */
async function drawPhotos(storage: Storage): Promise<Map<string, DrawnPhoto[]>> {
  const photosByKind = new Map<string, DrawnPhoto[]>()
  for (const kind of kinds) {
    for (const seed of [1, 2]) {
      const drawn = await drawPhoto(kind, seed)
      const { image, thumbnail, width, height, bytes } = await processImage(drawn, storage, 'demo')
      const keys = {
        image_key: `photos/demo-${kind}-${seed}.jpg`,
        thumbnail_key: `photos/demo-${kind}-${seed}-thumbnail.jpg`,
      }
      const [large, small] = [await fingerprintOfFile(image), await fingerprintOfFile(thumbnail)]
      const hashes = { image_hash: large.hash, thumbnail_hash: small.hash, thumbnail_bytes: small.bytes }
      await storage.putFile(keys.image_key, image)
      await storage.putFile(keys.thumbnail_key, thumbnail)
      const content_hash = createHash('sha256').update(drawn).digest()
      photosByKind.set(kind, [
        ...(photosByKind.get(kind) ?? []),
        { ...keys, ...hashes, width, height, bytes, content_hash },
      ])
    }
  }
  return photosByKind
}

interface DemoWorld {
  random: SeededRandom
  settings: Settings
  names: Map<UserId, string>
  lots: Map<SiteId, DemoLot[]>
  loadTime: LoadTime
}

async function insertPostMortems(
  tx: Transaction<Tables>,
  references: DemoReferences,
  photosByKind: Map<string, DrawnPhoto[]>,
  { random, settings, names, lots, loadTime }: DemoWorld,
): Promise<void> {
  const { now } = loadTime
  const tickets = [
    ...generatePostMortems(references, demoScenarios, random, loadTime),
    ...generateWeek(references, demoScenarios, createSeededRandom(1912), loadTime),
  ]
  assignLots(
    tickets.flatMap(({ ticket, animals }) => animals.map(({ row }) => ({ siteId: ticket.site_id, row }))),
    lots,
  )
  // the oldest tickets have the lowest numbers
  const known = deathsByDay(tickets)
  const year = generateYear({ references, scenarios: demoScenarios, lots, known, loadTime })
  await insertYear(tx, year)
  await tx
    .insertInto('post_mortems')
    .values(tickets.map(({ ticket }) => ticket))
    .execute()
  await tx
    .insertInto('absences')
    .values(generateAbsences(references, loadTime).map((absence) => ({ ...absence, id: newId<AbsenceId>() })))
    .execute()
  const animals = tickets.flatMap((ticket) => ticket.animals)
  await tx
    .insertInto('animals')
    .values(animals.map(({ row }) => row))
    .execute()
  await tx
    .insertInto('animal_treatments')
    .values(animals.flatMap(({ treatments }) => treatments))
    .execute()
  const photos = animals.flatMap(({ row, pictures }) =>
    pictures.map((kind) => ({
      ...random.pick(photosByKind.get(kind) ?? []),
      id: newId<PhotoId>(),
      animal_id: row.id,
      name: `${kind}.jpg`,
      ...annotationOf(kind, pictures, references.photoSlots),
      type: 'image/jpeg' as const,
      created_by_id: row.created_by_id,
      created_at: row.created_at,
    })),
  )
  await tx.insertInto('photos').values(photos).execute()
  const photographed = animals.map(({ row: { id }, pictures }) => ({ id, pictures }))
  await tx.insertInto('animal_photo_slots').values(demoSkippedSlots(photographed, references.photoSlots)).execute()
  await tx
    .insertInto('comments')
    .values(generateConversations(tickets.map(({ ticket }) => ticket)))
    .execute()
  const examined = tickets.flatMap(({ ticket: { completed_at, completed_by_id }, animals }) =>
    completed_at && completed_by_id
      ? animals.map(({ row }) => ({ id: row.id, completed_at, vetId: completed_by_id }))
      : [],
  )
  await tx
    .insertInto('samples')
    .values(generateSamples(examined, references.sampleKinds, now))
    .execute()
  const postMortems = tickets.map(({ ticket }) => ticket)
  const { diagnoses } = references
  const diagnosed = [...animals.map(({ row }) => row), ...year.flatMap((ticket) => ticket.animals)]
  for (const { animalId, ...texts } of teachingCasesOf(diagnosed, diagnoses))
    await writeCase(tx, animalId, texts, undefined)
  await issueDemoReports(tx, { postMortems, animals: animals.map(({ row }) => row), diagnoses, names, settings, now })
}
