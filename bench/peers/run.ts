/**
 * Compares the API with PostGraphile 5 on the same data and PostgreSQL, after checking that their responses agree. Run
 * `npm ci` in this folder, then `node bench/peers/run.ts`, with `large` for 1,000,000 tickets.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { type BenchEnvironment, startBenchEnvironment } from '../environment.ts'
import { sendCall, type Call, load, type Measured } from '../load.ts'
import { medianOf } from '../measure.ts'
import { firstClient, idOf, sizes } from '../seed.ts'

const rounds = 3
const sixteen = { connections: 16, seconds: 2 }
const headers = { 'content-type': 'application/json' }

// oxlint-disable-next-line typescript/no-explicit-any -- responses of two servers, compared field by field
type Answer = any

interface Pair {
  name: string
  /** Number of the user who calls the API. */
  by: number
  api: () => Omit<Call, 'headers'>
  query: string
  variables?: () => Record<string, unknown>
  /** The facts in which both responses must agree. */
  ofApi: (answer: Answer) => unknown
  ofPeer: (data: Answer) => unknown
}

const person = 'firstName lastName'
const photos = 'photosByAnimalId(condition:{deletedAt:null},orderBy:[CREATED_AT_ASC,ROW_ID_ASC]'
const card = `rowId pin status draft noVetVisitRequested recordAt requestedAt scheduledAt completedAt
  customerByCustomerId{name} siteBySiteIdAndCustomerId{name city} userByScheduledForId{${person}}
  animalsByPostMortemId(condition:{deletedAt:null},orderBy:[CREATED_AT_ASC,ROW_ID_ASC],first:3){
    totalCount nodes{rowId tag rfid ${photos},first:1){nodes{rowId}}}}`

const cardOfApi = ({ id, pin, status, customer, site, animals, first_animals: first }: Answer) => [
  id,
  pin,
  status,
  customer.name,
  site.name,
  animals,
  first.map(({ tag, thumbnail }: Answer) => [tag, thumbnail !== null]),
]
const cardOfPeer = (ticket: Answer) => [
  ticket.rowId,
  ticket.pin,
  ticket.status,
  ticket.customerByCustomerId.name,
  ticket.siteBySiteIdAndCustomerId.name,
  ticket.animalsByPostMortemId.totalCount,
  ticket.animalsByPostMortemId.nodes.map(({ tag, photosByAnimalId }: Answer) => [
    tag,
    photosByAnimalId.nodes.length > 0,
  ]),
]

function pairsOf({ size }: BenchEnvironment): Pair[] {
  const number = Math.floor(size.tickets / 2)
  const id = idOf('ticket', number)
  const rfid = `124${String(number * size.animalsPerPostMortem).padStart(12, '0')}`
  const cards = '/api/v1/post-mortems?view=card&per_page=20&sort=-created_at&'
  const vet = 0
  const get = (path: string) => () => ({ method: 'GET' as const, path: encodeURI(path) })
  return [
    {
      name: 'inbox page',
      by: vet,
      api: get(`${cards}filter[veterinary_records.status]=Pending`),
      query: `{allPostMortems(condition:{status:"Pending",deletedAt:null},orderBy:[CREATED_AT_DESC,ROW_ID_DESC],first:20){totalCount nodes{${card}}}}`,
      ofApi: ({ meta, data }) => [meta.total, data.map(cardOfApi)],
      ofPeer: ({ allPostMortems: { totalCount, nodes } }) => [totalCount, nodes.map(cardOfPeer)],
    },
    {
      name: 'ticket with its photos',
      by: vet,
      api: get(`/api/v1/post-mortems/${id}?include=medias`),
      query: `{postMortemByRowId(rowId:"${id}"){${card} note all: animalsByPostMortemId(condition:{deletedAt:null},orderBy:[CREATED_AT_ASC,ROW_ID_ASC]){
        nodes{rowId tag rfid pen lot customerRecordAt customerNotes vetFindings weight libraryEntryByTagColorId{name}
          libraryEntryByVetDiagnosisId{name} ${photos}){nodes{rowId name}}}}}}`,
      ofApi: ({ data }) =>
        data.veterinary_record.veterinary_record_animals.map((one: Answer) => [
          one.tag,
          one.vet_diagnosis?.name,
          one.medias.length,
        ]),
      ofPeer: ({ postMortemByRowId }) =>
        postMortemByRowId.all.nodes.map((one: Answer) => [
          one.tag,
          one.libraryEntryByVetDiagnosisId?.name,
          one.photosByAnimalId.nodes.length,
        ]),
    },
    {
      name: 'search by RFID',
      by: vet,
      api: get(`${cards}filter[veterinary_record_animals.rfid]=${rfid}`),
      query: `{allAnimals(condition:{rfid:"${rfid}",deletedAt:null}){nodes{postMortemByPostMortemId{${card}}}}}`,
      ofApi: ({ data }) => data.map(cardOfApi),
      ofPeer: ({ allAnimals }) => allAnimals.nodes.map((one: Answer) => cardOfPeer(one.postMortemByPostMortemId)),
    },
    {
      name: 'create with two animals, sent',
      by: firstClient,
      api: () => ({
        method: 'POST',
        path: '/api/v1/post-mortems',
        body: JSON.stringify({
          id: randomUUID(),
          customer_id: newTicket.customerId,
          site_id: newTicket.siteId,
          record_at: newTicket.recordAt,
          animals: newAnimals().map((animal) => ({ ...animal, id: randomUUID() })),
          send: 1,
        }),
      }),
      query: createMutation,
      variables: createVariables,
      ofApi: ({ data: { status, record_at: day, veterinary_record: record } }) => [
        status,
        day,
        record.requested_by.id,
        record.veterinary_record_animals.map(({ pen, lot }: Answer) => [pen, lot]),
      ],
      ofPeer: ({ last: { query } }) => [
        query.postMortemByRowId.status,
        query.postMortemByRowId.recordAt,
        query.postMortemByRowId.requestedById,
        query.postMortemByRowId.all.nodes.map(({ pen, lot }: Answer) => [pen, lot]),
      ],
    },
  ]
}

const newTicket = { customerId: idOf('customer', 0), siteId: idOf('site', 0), recordAt: '2026-10-02' }
/** Tags differ, because creates of animals with the same tag on one site wait for each other. */
const newAnimals = () => [
  { tag: `B ${randomUUID()}`, pen: '12' },
  { tag: `B ${randomUUID()}`, lot: 'L-77' },
]

/** Inserts a sent ticket and its animals, each in its own transaction, and returns the ticket. */
const createMutation = `mutation($id:UUID!,$ticket:PostMortemInput!,$first:AnimalInput!,$last:AnimalInput!){
  createPostMortem(input:{postMortem:$ticket}){clientMutationId}
  first:createAnimal(input:{animal:$first}){clientMutationId}
  last:createAnimal(input:{animal:$last}){query{postMortemByRowId(rowId:$id){${card} requestedById
    all:animalsByPostMortemId(condition:{deletedAt:null},orderBy:[CREATED_AT_ASC,ROW_ID_ASC]){nodes{pen lot}}}}}}`

function createVariables(): Record<string, unknown> {
  const id = randomUUID()
  const [first, last] = newAnimals().map((animal) => ({
    ...animal,
    rowId: randomUUID(),
    postMortemId: id,
    siteId: newTicket.siteId,
  }))
  const sent = { draft: false, requestedAt: new Date().toISOString(), requestedById: idOf('user', firstClient) }
  return { id, ticket: { ...newTicket, ...sent, rowId: id }, first, last }
}

/** Starts PostGraphile in production mode, as its documentation says. */
async function startPostGraphile({ databaseUrl }: BenchEnvironment): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort()
  const cli = path.join(import.meta.dirname, 'node_modules/postgraphile/dist/cli-run.js')
  const args = ['-C', path.join(import.meta.dirname, 'graphile.config.mjs'), '-c', databaseUrl, '-s', 'public']
  const child = spawn(process.execPath, [cli, ...args, '-n', '127.0.0.1', '-p', String(port)], {
    env: { PATH: process.env['PATH'], GRAPHILE_ENV: 'production', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 120; tries++) {
    if (child.exitCode !== null) throw new Error('PostGraphile did not start.')
    const answer = await sendCall(origin, graphql('{__typename}')).catch(() => undefined)
    if (answer) return { origin, child }
    await sleep(500)
  }
  throw new Error('PostGraphile does not answer.')
}

const graphql = (query: string, variables?: Record<string, unknown>): Call => ({
  method: 'POST',
  path: '/graphql',
  headers,
  body: JSON.stringify({ query, variables }),
})

async function measure(
  environment: BenchEnvironment,
  peer: string,
  { name, by, api, query, variables, ofApi, ofPeer }: Pair,
): Promise<void> {
  const authorization = `Bearer ${await environment.tokenOf(by)}`
  const sides: Record<'api' | 'peer', { origin: string; call: () => Call }> = {
    api: { origin: environment.server.origin, call: () => ({ ...api(), headers: { ...headers, authorization } }) },
    peer: { origin: peer, call: () => graphql(query, variables?.()) },
  }
  const answerOf = async ({ origin, call }: typeof sides.api) => JSON.parse(String(await sendCall(origin, call())))
  const [ours, theirs] = [ofApi(await answerOf(sides.api)), ofPeer((await answerOf(sides.peer)).data)]
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw new Error(`${name}: ${JSON.stringify(ours)} is answered, and ${JSON.stringify(theirs)} by PostGraphile.`)
  const timed = (side: keyof typeof sides) => load(sides[side].origin, sides[side].call, sixteen)
  for (const side of ['api', 'peer'] as const) await timed(side)
  const measured: Record<keyof typeof sides, Measured>[] = []
  for (let round = 0; round < rounds; round++) measured.push({ api: await timed('api'), peer: await timed('peer') })
  const [one, other] = [medianOf(measured.map((turn) => turn.api)), medianOf(measured.map((turn) => turn.peer))]
  console.log(
    `${name}: ${one.perSecond.toFixed(0)}/s, PostGraphile ${other.perSecond.toFixed(0)}/s: ${(one.perSecond / other.perSecond).toFixed(2)}`,
  )
}

const size = process.argv.includes('large') ? 'large' : 'small'
const environment = await startBenchEnvironment(size, sizes[size])
try {
  const { origin, child } = await startPostGraphile(environment)
  for (const pair of pairsOf(environment)) await measure(environment, origin, pair)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
} finally {
  await environment.close()
}
