import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/database/database.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import type { BenchEnvironment } from '../environment.ts'
import type { Call } from '../load.ts'
import { idOf, type Size } from '../seed.ts'
import {
  type Answer,
  jsonBody,
  newAnimals,
  newTicket,
  newTicketBy,
  type PeerProcess,
  productionEnvironment,
  startPeer,
  subjectsOf,
} from './peer.ts'

const token = 'bench-token'
/** The `directus` command itself asks the internet for newer versions first. */
const cli = path.join(import.meta.dirname, 'node_modules/@directus/api/dist/cli/run.js')

const notDeleted = { deleted_at: { _null: true } }
const inOrder = { _filter: notDeleted, _sort: ['created_at', 'id'], _limit: -1 }
const below = (field: string, ...fields: string[]) => fields.map((name) => `${field}.${name}`)
const cardFields = [
  'id',
  'pin',
  'status',
  'draft',
  'no_vet_visit_requested',
  'record_at',
  'requested_at',
  'scheduled_at',
  'completed_at',
  'customer_id.name',
  'site_id.name',
  'site_id.city',
  ...below('scheduled_for_id', 'first_name', 'last_name'),
  ...below('animals', 'id', 'tag', 'rfid', 'photos.id'),
]
/** All animals are read, because those that are not deleted cannot be counted beside a limit. */
const cardDeep = { animals: { ...inOrder, photos: { ...inOrder, _limit: 1 } } }
const card = { fields: cardFields.join(','), deep: JSON.stringify(cardDeep) }
const shortTicket = {
  fields: [
    ...cardFields,
    'note',
    ...below('animals', 'pen', 'lot', 'customer_record_at', 'customer_notes', 'vet_findings', 'weight'),
    ...below('animals', 'tag_color_id.name', 'vet_diagnosis_id.name', 'photos.name'),
  ].join(','),
  deep: JSON.stringify({ animals: { ...inOrder, photos: inOrder } }),
}

const call = (method: Call['method'], path: string, parameters: Record<string, string>, body?: unknown): Call => ({
  method,
  path: `${path}?${String(new URLSearchParams(parameters))}`,
  headers: { ...jsonBody, authorization: `Bearer ${token}` },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})
const page = (filter: object) => () =>
  call('GET', '/items/post_mortems', {
    ...card,
    filter: JSON.stringify({ ...notDeleted, status: { _eq: 'Pending' }, ...filter }),
    sort: '-created_at,-id',
    limit: '20',
    meta: 'filter_count',
  })

const cardOf = ({ id, pin, status, customer_id: customer, site_id: site, animals }: Answer) => ({
  id,
  pin,
  status,
  customer: customer.name,
  site: site.name,
  animals: animals.length,
  firstAnimals: animals.slice(0, 3).map(({ tag, photos }: Answer) => ({ tag, hasPhoto: photos.length > 0 })),
})
const pageOf = ({ meta, data }: Answer) => ({ total: meta.filter_count, cards: data.map(cardOf) })

/**
 * Starts Directus with a static token of its administrator, who needs no permissions. Its cache of responses is off, as it
 * is by default.
 */
export async function directus({ size, database, dataDir }: BenchEnvironment): Promise<PeerProcess> {
  const name = 'Directus'
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const cwd = path.join(dataDir, 'directus')
  mkdirSync(cwd)
  const env = environmentOf(port, cwd, database)
  await createRole(database)
  await promisify(execFile)(process.execPath, [cli, 'bootstrap'], { cwd, env })
  await describeRelations(database)
  const stop = await startPeer(
    { name, origin, args: [cli, 'start'], env, cwd },
    { method: 'GET', path: '/server/ping' },
  )
  return { name, origin, calls: callsOf(size), stop }
}

/** The same calls as those of the API, by the requests that Directus has for them. */
function callsOf(size: Size): PeerProcess['calls'] {
  const { ticketId, rfid, siteIds } = subjectsOf(size)
  return {
    inbox: { next: page({}), factsOf: pageOf },
    pageOfSites: { next: page({ site_id: { _in: siteIds } }), factsOf: pageOf },
    shortTicket: {
      next: () => call('GET', `/items/post_mortems/${ticketId}`, shortTicket),
      factsOf: ({ data: { animals } }) =>
        animals.map((animal: Answer) => ({
          tag: animal.tag,
          diagnosis: animal.vet_diagnosis_id?.name ?? null,
          photos: animal.photos.length,
        })),
    },
    rfid: {
      next: () =>
        call('GET', '/items/animals', {
          fields: below('post_mortem_id', ...cardFields).join(','),
          deep: JSON.stringify({ post_mortem_id: cardDeep }),
          filter: JSON.stringify({ ...notDeleted, rfid: { _eq: rfid } }),
        }),
      factsOf: ({ data }) => data.map((animal: Answer) => cardOf(animal.post_mortem_id)),
    },
    create: {
      next: () =>
        call(
          'POST',
          '/items/post_mortems',
          { ...shortTicket, fields: `${shortTicket.fields},requested_by_id` },
          newTicketWithAnimals(),
        ),
      factsOf: ({ data: { status, record_at: recordAt, requested_by_id: requestedById, animals } }) => ({
        status,
        recordAt,
        requestedById,
        animals: animals.map(({ pen, lot }: Answer) => ({ pen, lot })),
      }),
    },
  }
}

/** @param home  an empty folder */
const environmentOf = (port: number, home: string, { connection }: Database) => ({
  ...productionEnvironment,
  HOME: home,
  HOST: '127.0.0.1',
  PORT: String(port),
  SECRET: 'x'.repeat(40),
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: randomUUID(),
  ADMIN_TOKEN: token,
  DB_CLIENT: 'pg',
  DB_HOST: String(connection.host),
  DB_PORT: String(connection.port),
  DB_DATABASE: String(connection.database),
  DB_USER: 'directus',
  DB_SEARCH_PATH: 'array:directus,public',
  LOG_LEVEL: 'error',
  SERVE_APP: 'false',
  TELEMETRY: 'false',
  // refuses requests on a busy machine
  PRESSURE_LIMITER_ENABLED: 'false',
})

/** Directus may read and write rows, but change no table: its own tables are in another schema, and it owns only these. */
async function createRole({ db }: Database): Promise<void> {
  await sql`create role directus login`.execute(db)
  await sql`create schema directus authorization directus`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema public to directus`.execute(db)
  await sql`grant usage on all sequences in schema public to directus`.execute(db)
}

/**
 * Names the lists of animals and photos, and the site, whose foreign key has two columns, which Directus does not read. Its
 * API would do the same, but replace the foreign keys too.
 */
async function describeRelations({ db }: Database): Promise<void> {
  await sql`insert into directus.directus_relations (many_collection, many_field, one_collection, one_field)
    values ('animals', 'post_mortem_id', 'post_mortems', 'animals'), ('photos', 'animal_id', 'animals', 'photos'),
      ('post_mortems', 'site_id', 'sites', null)`.execute(db)
  await sql`insert into directus.directus_fields (collection, field, special, interface)
    values ('post_mortems', 'animals', 'o2m', 'list-o2m'), ('animals', 'photos', 'o2m', 'list-o2m')`.execute(db)
}

const newTicketWithAnimals = () => ({
  id: randomUUID(),
  customer_id: newTicket.customerId,
  site_id: newTicket.siteId,
  record_at: newTicket.recordAt,
  draft: false,
  requested_at: new Date().toISOString(),
  requested_by_id: idOf('user', newTicketBy),
  animals: newAnimals(),
})
