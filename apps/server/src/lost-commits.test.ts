import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { connect } from './database/database.ts'
import { type AnimalId, newId } from './database/ids.ts'
import type { Operation } from './testing/openapi-contract.ts'
import { countAuditEntries } from './testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from './testing/factory.ts'
import { idempotentOperations } from './testing/idempotent-operations.ts'
import { startLostCommitProxy } from './testing/lost-commit-proxy.ts'
import { injectExample } from './testing/send-example.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { phoneJpeg, uploadPhotos } from './testing/upload-photos.ts'
import { waitFor } from './testing/wait-for.ts'
import { waitForJobs } from './testing/while-locked.ts'

const direct = await createTestDatabase()
const proxy = await startLostCommitProxy(direct.connection)
const proxied = await connect({ ...direct.connection, host: '127.0.0.1', port: proxy.port }, { info() {}, warn() {} })
const close = async () => {
  await proxied.close()
  await proxy.close()
  await direct.close()
}
const factory = await createSharedFactory({}, undefined, { ...proxied, connection: direct.connection, close })
const { operations, createExample } = await idempotentOperations(factory)

async function send({ token }: TestUser, method: 'POST' | 'PUT', route: string, payload: object, more: object = {}) {
  const headers = { authorization: `Bearer ${token}`, ...more }
  const answer = await factory.app.inject({ method, url: `/api/v1${route}`, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}

/** Sends a request without a key whose commit gets no response, and repeats it. @returns the response to the repeat */
async function repeatAfterLoss<Response extends { status: number }>(marker: string, request: () => Promise<Response>) {
  const lost = proxy.loseCommitsOf(marker)
  expect((await request()).status).toBe(503)
  await waitFor(() => expect(lost.count()).toBeGreaterThan(0))
  lost.stop()
  return request()
}

test('what has an id of the client is created once if the response to its commit is lost and it is repeated', async () => {
  const { client, site } = await factory.client()
  const [ticketId, animalId, photoId, commentId] = [uuidv7(), newId<AnimalId>(), uuidv7(), uuidv7()]
  const ticket = {
    id: ticketId,
    customer_id: site.customerId,
    site_id: site.id,
    record_at: '2026-11-20',
    send: 1,
    animals: [{ id: animalId, tag: '0417' }],
  }
  const lines = await countAuditEntries(direct.db)
  const created = await repeatAfterLoss(ticketId, () => send(client, 'POST', '/post-mortems', ticket))
  expect([created.status, created.body.data.animals]).toEqual([201, 1])
  const bytes = await phoneJpeg()
  const photo = await repeatAfterLoss(photoId, () =>
    uploadPhotos(factory, client, animalId, [{ name: 'cow.jpg', bytes }], { fields: [['id', photoId]] }),
  )
  expect([photo.status, photo.body.data[0].id]).toEqual([201, photoId])
  const comment = { id: commentId, text: 'The gate is locked.' }
  const said = await repeatAfterLoss(commentId, () =>
    send(client, 'POST', `/post-mortems/${ticketId}/comments`, comment),
  )
  expect([said.status, said.body.data.id]).toEqual([201, commentId])
  expect((await countAuditEntries(direct.db)) - lines).toBe(5)
  const vet = await factory.user('Veterinarian')
  const versionId = uuidv7()
  const version = { id: versionId, kind: 'preliminary' }
  const issued = await repeatAfterLoss(versionId, () =>
    send(vet, 'POST', `/post-mortems/${ticketId}/report-versions`, version),
  )
  expect([issued.status, issued.body.data.number]).toEqual([201, 1])
})

test('a ticket whose completion gets no response from the database is completed once, with one version and one e-mail', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  await waitForJobs(direct.db)
  const emails = async () => {
    const names = await readdir(path.join(factory.dataDir, 'outbox'))
    return names.filter((name) => name.includes(client.email)).length
  }
  const before = await emails()
  const complete = () =>
    send(vet, 'PUT', `/post-mortems/${id}`, { completed_at: '1' }, { 'idempotency-key': 'complete' })
  const lost = proxy.loseCommitsOf(id)
  expect((await complete()).status).toBe(503)
  // the job that tells of it loses its commit, too
  await waitForJobs(direct.db)
  await waitFor(() => expect(lost.count()).toBe(2))
  lost.stop()
  expect((await complete()).status).toBe(200)
  await waitForJobs(direct.db)
  expect((await vet.get(`/post-mortems/${id}/report-versions`)).body.data).toHaveLength(1)
  expect(await emails()).toBe(before + 1)
})

test('a key whose claim gets no response from the database is free for every server once the database is back', async () => {
  const { client } = await factory.client()
  const other = await factory.anotherServer()
  const key = uuidv7()
  const body = { name: 'Mine', type: 'animals', parameters: { filter: {} } }
  const save = (app: FastifyInstance) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/filter-reports',
      headers: { authorization: `Bearer ${client.token}`, 'idempotency-key': key },
      payload: body,
    })
  const lost = proxy.loseResponsesTo(key)
  expect([(await save(factory.app)).statusCode, lost.count()]).toEqual([503, 1])
  lost.stop()
  await waitFor(async () => expect((await save(other)).statusCode).toBe(201))
})

/** Operations that change nothing, or find by its id what they have created. */
const withoutStoredResponse = new Set(['reportClientError', 'issuePreliminaryReport'])
const stored = operations.filter(({ operationId }) => !withoutStoredResponse.has(operationId))

// cast: `map` returns an array, not a tuple
test.each(stored.map((operation) => [operation.operationId, operation] as [string, Operation]))(
  '%s whose commit gets no response from the database is answered with 503, and a repeat with the first response',
  { tags: 'long' },
  async (_name, operation) => {
    const baseline = await createExample(operation)
    const start = await countAuditEntries(direct.db)
    expect((await injectExample(factory.app, baseline.token, baseline)).statusCode).toBe(operation.success)
    const lines = (await countAuditEntries(direct.db)) - start
    const request = await createExample(operation)
    const before = await countAuditEntries(direct.db)
    const lost = proxy.loseCommitsOf(request.headers?.['idempotency-key'] ?? '')
    const first = await injectExample(factory.app, request.token, request)
    expect([first.statusCode, lost.count()]).toEqual([503, 1])
    lost.stop()
    const again = await injectExample(factory.app, request.token, request)
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([operation.success, 'true'])
    expect((await countAuditEntries(direct.db)) - before).toBe(lines)
  },
)
