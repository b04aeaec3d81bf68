import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { CustomerId, SiteId } from './database/ids.ts'
import { exampleIds, type ExampleName } from './http/openapi/example-values.ts'
import { exampleFixtures } from './testing/example-fixtures.ts'
import { createSharedFactory } from './testing/factory.ts'
import { exampleRequests, readContract } from './testing/openapi-contract.ts'
import { readPdf } from './testing/read-pdf.ts'
import { injectExample } from './testing/send-example.ts'
import { waitForJobs } from './testing/while-locked.ts'

const factory = await createSharedFactory()
const own = await exampleFixtures(factory)
const { client, site } = own
const unlinked = await factory.user('Client')
const { operations, exampleQueries } = readContract((await factory.app.inject('/api/v1/openapi.json')).json())

/** What only people of a site, or one person, may see. */
const namesOfSite = [
  ...(['site', 'draftTicket', 'pendingTicket', 'scheduledTicket', 'completedTicket'] as const),
  ...(['amendedTicket', 'commentedTicket', 'reportVersion', 'animal', 'photo', 'client', 'savedReport'] as const),
  ...(['signIn', 'passkey', 'invitedPerson', 'auditEntry', 'comment', 'calendarFeed', 'notification'] as const),
  ...(['pushSubscription', 'absence', 'sample', 'lot', 'headCount', 'alertRule', 'alert'] as const),
  ...(['scheduledReport', 'caseAnimal', 'emptyCustomer', 'emptySite'] as const),
] satisfies ExampleName[]
const names = ['customer', ...namesOfSite] satisfies ExampleName[]
const idOf = async (of: typeof own, name: ExampleName) =>
  (await of.withRealValues({ id: exampleIds[name] }, '/api/v1/x')).id

/** Creates something of each kind at a site that the client may not see. */
async function foreignSite(names: readonly ExampleName[], ofCustomer?: CustomerId) {
  const fixtures = await exampleFixtures(factory, ofCustomer)
  const ids = new Map<ExampleName, string>()
  for (const name of names) ids.set(name, await idOf(fixtures, name))
  return { fixtures, ids }
}
const foreign = [
  { of: 'another customer', callers: [client, unlinked], ...(await foreignSite(names)) },
  { of: 'another site of the same customer', callers: [client], ...(await foreignSite(namesOfSite, site.customerId)) },
]
type Foreign = (typeof foreign)[number]

/** Tests of another site repeat those of another customer, and run with `npm run test:long`. */
const optionsOf = ({ of }: Foreign) => {
  const timeout = 900_000
  return of === 'another customer' ? { timeout } : { timeout, tags: 'long' }
}

const mark = 'Not for this client'
const marked: Record<string, string[]> = {
  customers: ['name'],
  sites: ['name', 'city', 'region', 'address', 'phone', 'directions'],
  post_mortems: ['note'],
  animals: ['tag', 'rfid', 'lot', 'pen', 'customer_notes'],
  comments: ['text'],
  samples: ['lab', 'test', 'result', 'note'],
  photos: ['caption'],
}
for (const [table, columns] of Object.entries(marked))
  for (const column of columns)
    await factory.pool.query(`update ${table} set ${column} = $1 || left(id::text, 0)`, [mark]).catch(async () => {
      // names are unique
      await factory.pool.query(`update ${table} set ${column} = $1 || ' ' || id`, [mark])
    })
await factory.pool.query(`update customers set name = 'Own' where id = $1`, [site.customerId])
await factory.pool.query(
  `update sites set name = 'Own', city = null, region = null, address = null, phone = null, directions = null where id = $1`,
  [site.id],
)
const secretsOf = ({ fixtures, ids }: Foreign) => [mark, fixtures.client.email, ...ids.values()]

const resetRateLimits = () => factory.pool.query('delete from rate_limits')

const placeholdersIn = (text: string) => names.filter((name) => text.includes(exampleIds[name]))
/** A response without what differs between two requests for different ids. */
const comparable = (body: string, id: string) =>
  body
    .replaceAll(id, 'id')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|CHM-\d+|"pin":\d+|"S-\d+"/g, '')

async function rowsOf({ ids }: Foreign) {
  const tables = 'customers sites post_mortems animals photos comments samples lots head_counts alert_rules alerts'
  const rows: unknown[] = []
  for (const table of tables.split(' '))
    rows.push(
      (
        await factory.pool.query(`select to_jsonb(t) as row from ${table} t where id = any($1) order by id`, [
          [...ids.values()],
        ])
      ).rows,
    )
  return rows
}

for (const one of foreign)
  test(
    `a client reads nothing of ${one.of} in any list, whatever the filter, order or view`,
    optionsOf(one),
    async () => {
      const secrets = secretsOf(one)
      for (const operation of operations) {
        if (operation.method !== 'GET' || operation.path.includes('{')) continue
        await resetRateLimits()
        const examples = exampleQueries(operation)
        const period = examples.filter((query) => /^(from|to|by)=/.test(query)).join('&')
        for (const query of ['per_page=9999', period, ...examples]) {
          const [name] = placeholdersIn(query)
          const ask = async (id: string) => {
            const url = `${operation.path}?${name ? query.replaceAll(exampleIds[name], id) : query}`
            const answer = await factory.app.inject({ url, headers: { authorization: `Bearer ${client.token}` } })
            return {
              url,
              status: answer.statusCode,
              body: comparable(answer.body, id),
              read: answer.body.replaceAll(id, ''),
            }
          }
          const id = (name && one.ids.get(name)) || uuidv7()
          const { url, status, body, read } = await ask(id)
          expect([url, secrets.filter((secret) => read.includes(secret))]).toEqual([url, []])
          if (!name) continue
          const unknown = await ask(uuidv7())
          expect([url, status, body]).toEqual([url, unknown.status, unknown.body])
        }
      }
    },
  )

/** Fields of a body that name something, whether or not the example of the request has them. */
const namingFields: [field: string, name: ExampleName][] = [
  ['site_id', 'site'],
  ['customer_id', 'customer'],
  ['veterinary_record_id', 'pendingTicket'],
  ['veterinary_record_animal_id', 'animal'],
  ['media_attachable_id', 'animal'],
  ['user_id', 'client'],
]

for (const one of foreign)
  test(
    `an id of ${one.of} is answered like one that does not exist, by every operation, and nothing of it changes`,
    optionsOf(one),
    async () => {
      const secrets = secretsOf(one)
      const before = await rowsOf(one)
      const differences: unknown[] = []
      for (const operation of operations) {
        // those of the account itself end the caller's session
        if (operation.isPublic || (operation.tags[0] === 'auth' && !operation.path.includes('{'))) continue
        for (const request of exampleRequests(operation)) {
          if (request.type?.includes('urlencoded')) continue
          const text = JSON.stringify(request)
          const variants: { name: ExampleName; fill: (id: string) => string }[] = placeholdersIn(text).map((name) => ({
            name,
            fill: (id: string) => text.replaceAll(exampleIds[name], id),
          }))
          const documented = JSON.stringify(operation.requestBody ?? '')
          for (const [field, name] of namingFields)
            if (request.type === 'application/json' && documented.includes(`"${field}":`) && !text.includes(field))
              variants.push({
                name,
                fill: (id) => JSON.stringify({ ...request, body: { ...Object(request.body), [field]: id } }),
              })
          for (const { name, fill } of variants) {
            const id = one.ids.get(name)
            if (id === undefined) continue
            // the example of a comment is one of this ticket
            if (name === 'commentedTicket') await idOf(own, name)
            const ask = async (id: string, token: string, ifMatch?: string) => {
              const { headers: _, ...filled } = await own.withRealValues(JSON.parse(fill(id)), request.url)
              const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
              const answer = await injectExample(factory.app, token, { ...filled, headers })
              return {
                status: answer.statusCode,
                body: comparable(answer.body, id),
                read: answer.body.replaceAll(id, ''),
              }
            }
            for (const { token } of one.callers) {
              const known = await ask(id, token)
              const unknown = await ask(uuidv7(), token)
              const label = `${operation.operationId} ${request.name} ${name}`
              // what is created is different each time
              const isCreated = operation.method !== 'GET' && known.status < 300
              if (known.status !== unknown.status || (!isCreated && known.body !== unknown.body))
                differences.push([label, known, unknown])
              if (secrets.some((secret) => known.read.includes(secret))) differences.push([label, known.read])
            }
            // whether an ETag is the current one must not be told either
            if (request.headers?.['if-match'] === undefined || !request.url.includes(exampleIds[name])) continue
            const { status } = await ask(id, client.token, '"1"')
            const unknown = await ask(uuidv7(), client.token, '"1"')
            if (status !== unknown.status)
              differences.push([operation.operationId, request.name, status, unknown.status])
          }
        }
      }
      expect(differences).toEqual([])
      expect(await rowsOf(one)).toEqual(before)
    },
  )

/** Gives the animals of a site names that animals of other sites have, too. */
const nameAnimalsAlike = (siteId: SiteId) =>
  factory.pool.query(
    `update animals set tag = 'Y 4471', rfid = '982000123456789', lot = 'F26-088', pen = '14' where site_id = $1`,
    [siteId],
  )

/** Lists that show veterinarians and the cases that they share with everybody. */
const sharedLists = ['listUsers', 'listTeachingCases']

for (const one of foreign)
  test(
    `no response to a client changes with what happens at ${one.of}, not even a total, an ETag or a PDF`,
    optionsOf(one),
    async () => {
      const { fixtures, ids } = one
      const urls: string[] = []
      for (const operation of operations) {
        if (operation.method !== 'GET' || sharedLists.includes(operation.operationId)) continue
        if (operation.path.includes('{'))
          for (const request of exampleRequests(operation))
            urls.push((await own.withRealValues({ url: request.url }, request.url)).url)
        else {
          const query = exampleQueries(operation).filter((example) => /^(from|to|by)=/.test(example))
          urls.push(`${operation.path}?${[...query, 'per_page=9999'].join('&')}`)
        }
      }
      const read = async () => {
        await resetRateLimits()
        const responses = []
        for (const url of urls) {
          const answer = await factory.app.inject({ url, headers: { authorization: `Bearer ${client.token}` } })
          const isPdf = String(answer.headers['content-type']).includes('pdf')
          const body = isPdf ? (await readPdf(answer.rawPayload)).text : answer.body
          // the carcass clock goes on
          const still = body.replaceAll(/"(examine_by|hours|band)":[^,}]*|\?expires=[^"]*/g, '')
          responses.push([url, answer.statusCode, answer.headers.etag, answer.headers['last-modified'], still])
        }
        return responses
      }
      await nameAnimalsAlike(site.id)
      // alert rules among the examples may still have to fire
      await waitForJobs(factory.db)
      const before = await read()
      for (const name of ids.keys()) await idOf(fixtures, name)
      await nameAnimalsAlike(fixtures.site.id)
      const changed = await fixtures.admin.put(`/sites/${fixtures.site.id}`, {
        city: 'Garden City',
        time_zone: 'Asia/Tokyo',
      })
      expect(changed.status).toBe(200)
      expect(await read()).toEqual(before)
    },
  )
