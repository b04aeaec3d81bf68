import { limits } from '@chisholm/domain/constants'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'
import { waitForJobs } from '../testing/while-locked.ts'
import { consumeRateLimit } from './rate-limit.queries.ts'
import { networkOf } from './source-network.ts'

const factory = await createSharedFactory()
const vet = await factory.user('Veterinarian')
const { client, site } = await factory.client()
const ticket = await factory.scheduledPostMortem(client, site, vet)
const [animal] = ticket.veterinary_record.veterinary_record_animals
const lot = (await client.post('/lots', { site_id: site.id, name: 'F26-088' })).body.data
const kind = (await factory.user('Admin').then((admin) => admin.post('/sample-kinds', { name: 'Lung' }))).body.data
const sample = (await vet.post('/samples', { veterinary_record_animal_id: animal?.id, sample_kind_id: kind.id })).body
  .data
const summary = (await vet.post('/scheduled-reports', { name: 'Monday', every: 'week', recipients: [vet.id] })).body
  .data

test.each([
  ['a draft report', 'report', `/post-mortems/${ticket.id}/report-preview`],
  ['a preview of a summary', 'report', `/scheduled-reports/${summary.id}/preview`],
  ['the PDF of a lot', 'report', `/lots/${lot.id}/summary`],
  ['a label', 'report', `/samples/${sample.id}/label`],
  ['an archive of photos', 'export', `/post-mortems/${ticket.id}/photos.zip`],
])('%s is refused, with the time to wait, once a user has requested too many', async (_file, name, path) => {
  const limit = name === 'export' ? limits.exports : limits.reports
  const reader = await factory.user('Veterinarian')
  const by = path.startsWith('/scheduled-reports') ? vet : reader
  const accept = { accept: 'application/pdf' }
  expect((await by.get(path, accept)).status).toBe(200)
  await consumeRateLimit(factory.db, [name, by.id], limit, limit.count)
  const answer = await by.get(path, accept)
  expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
})

test('details of reports whose PDFs were never rendered are refused, too, and read freely once they are; issuing is not refused', async () => {
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  const reader = await factory.user('Veterinarian')
  const issue = () => reader.post(`/post-mortems/${id}/report-versions`, { kind: 'preliminary' })
  const versions = [(await issue()).body.data, (await issue()).body.data]
  await waitForJobs(factory.db)
  await factory.db
    .updateTable('report_versions')
    .set({ file_key: null, file_hash: null, bytes: null })
    .where('post_mortem_id', '=', id)
    .execute()
  for (const by of [reader.id, networkOf('127.0.0.1')])
    await consumeRateLimit(factory.db, ['report', by], limits.reports, limits.reports.count)
  const code = { url: `/api/v1/verify/${versions[0].code}` }
  const statuses = async () => [
    (await reader.get(`/post-mortems/${id}/report-versions`)).status,
    (await reader.get(`/report-versions/${versions[0].id}`)).status,
    (await factory.app.inject(code)).statusCode,
  ]
  expect(await statuses()).toEqual([429, 429, 429])
  expect((await issue()).status).toBe(201)
  const listed = await client.get(`/post-mortems/${id}/report-versions`)
  expect(listed.body.data.map(({ sha256 }: { sha256: string }) => sha256.length)).toEqual([64, 64, 64])
  expect(await statuses()).toEqual([200, 200, 200])
})
