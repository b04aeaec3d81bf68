import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { texts } from '@chisholm/domain/texts'
import { expect, onTestFinished, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../testing/factory.ts'

const factory = await createSharedFactory()
await factory.app.listen({ host: '127.0.0.1', port: 0 })
// cast: the server listens on a port
const { port } = factory.app.server.address() as AddressInfo

/** Sends a request whose body ends only after `meanwhile` and more than the second for which a session counts as checked. */
async function sendSlowly(
  by: TestUser,
  [method, path, body]: [string, string, object],
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number; body: { message: string; data: Record<string, unknown> } }> {
  const text = JSON.stringify(body)
  const request = http.request({
    port,
    method,
    path: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${by.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    },
  })
  onTestFinished(() => void request.destroy())
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  request.write(text.slice(0, 1))
  await delay(200)
  await meanwhile()
  await delay(1100)
  request.end(text.slice(1))
  const answer = await answered
  const chunks: Buffer[] = await answer.toArray()
  return { status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) }
}

test('a change whose body arrives after its session was ended is rejected, and nothing changes', async () => {
  const { client, site } = await factory.client()
  const draft = await factory.draftPostMortem(client, site)
  const edit = await sendSlowly(client, ['PUT', `/post-mortems/${draft.id}`, { note: 'late' }], () =>
    client.post('/auth/logout', {}),
  )
  expect([edit.status, edit.body.message]).toEqual([401, texts.failure.authenticate])
  const vet = await factory.user('Veterinarian')
  expect((await vet.get(`/post-mortems/${draft.id}`)).body.data.note).toBe(draft.note)
})

test('a report whose request arrives after its session was ended is not issued', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  const issue = await sendSlowly(vet, ['POST', `/post-mortems/${id}/report-versions`, { kind: 'preliminary' }], () =>
    vet.post('/auth/logout', {}),
  )
  expect(issue.status).toBe(401)
  expect((await client.get(`/post-mortems/${id}/report-versions`)).body.data).toEqual([])
})

test('a change whose body arrives after its user lost a role is decided by the roles that are left', async () => {
  const { customerId } = await factory.site()
  const [admin, other] = [await factory.user('Admin'), await factory.user('Admin')]
  // in the database, because the API also ends the session
  const demote = () =>
    factory.db
      .updateTable('users')
      .set({ roles: ['Veterinarian'] })
      .where('id', '=', admin.id)
      .execute()
  expect((await sendSlowly(admin, ['PUT', `/customers/${customerId}`, { name: 'Late' }], demote)).status).toBe(403)
  expect((await other.get(`/customers/${customerId}`)).body.data.name).not.toBe('Late')
})

test('a slow body of a session that is still valid is accepted', async () => {
  const { client, site } = await factory.client()
  const draft = await factory.draftPostMortem(client, site)
  const edit = await sendSlowly(client, ['PUT', `/post-mortems/${draft.id}`, { note: 'slow' }], async () => undefined)
  expect([edit.status, edit.body.data['note']]).toEqual([200, 'slow'])
})
