import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import type { PostMortemId } from '../../database/ids.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { inTimeZone } from '../../testing/time-zone.ts'

inTimeZone('UTC')

const edmonton = 'America/Edmonton'
const adelaide = 'Australia/Adelaide'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')
const { client, site } = await factory.client()

const practiceIn = async (time_zone: string) => expect((await admin.put('/provider', { time_zone })).status).toBe(200)

/** Makes a ticket look as if it was completed before reports had versions. */
const withoutVersions = (id: PostMortemId) =>
  factory.db.deleteFrom('report_versions').where('post_mortem_id', '=', id).execute()

const reportOf = async ({ id }: { id: string }) =>
  (await readPdf((await client.get(`/post-mortems/${id}/report`, { accept: 'application/pdf' })).bytes)).text

const exported = async ({ id }: { id: string }): Promise<Record<string, string>> => {
  const { bytes } = await client.get(`/exports/post-mortems?filter[id]=${id}`)
  const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true })
  return rows[0] ?? {}
}

/** An e-mail without the soft line breaks of its quoted-printable encoding. */
const readEmail = async (to: TestUser, words: string) =>
  (await waitForEmail(factory.dataDir, to.email, words)).replaceAll('=\r\n', '')

test.each([
  [
    edmonton,
    { created: '2026-10-17T02:15:00Z', visit: '2025-11-26T03:30:00Z', completed: '2025-12-01T06:30:00Z' },
    { created: '2026-10-16', visit: 'November 25th 2025, 8:30 PM', completed: 'November 30th 2025' },
  ],
  [
    edmonton,
    { created: '2025-03-09T06:30:00Z', visit: '2025-03-09T20:30:00Z', completed: '2025-03-10T05:30:00Z' },
    { created: '2025-03-08', visit: 'March 9th 2025, 2:30 PM', completed: 'March 9th 2025' },
  ],
  [
    adelaide,
    { created: '2026-10-03T14:15:00Z', visit: '2026-10-04T04:00:00Z', completed: '2026-10-04T13:45:00Z' },
    { created: '2026-10-03', visit: 'October 4th 2026, 2:30 PM', completed: 'October 5th 2026' },
  ],
] as const)('in %s, e-mails, report and export of %o show the days of the time zone', async (zone, at, expected) => {
  await practiceIn(zone)
  const { id, title } = await factory.pendingPostMortem(client, site)
  await vet.put(`/post-mortems/${id}`, { scheduled_at: at.visit, scheduled_for_id: vet.id })
  expect(await readEmail(client, `${title} is scheduled`)).toContain(`is scheduled for ${expected.visit}`)
  expect(await readEmail(vet, `${title} is assigned`)).toContain(`Scheduled for ${expected.visit}.`)
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  await sql`update post_mortems set created_at = ${at.created}, completed_at = ${at.completed} where id = ${id}`.execute(
    factory.db,
  )
  await withoutVersions(id)
  const report = await reportOf({ id })
  expect(report).toContain(`Scheduled ${expected.visit}`)
  expect(report).toContain(`Completed ${expected.completed}`)
  const row = await exported({ id })
  expect(row['Created at']?.slice(0, 10)).toBe(expected.created)
  for (const [column, timestamp] of [
    ['Created at', at.created],
    ['Scheduled for', at.visit],
    ['Completed at', at.completed],
  ] as const)
    expect(new Date(row[column] ?? '').getTime(), column).toBe(new Date(timestamp).getTime())
})

test('a visit without a time of day is shown only by its day', async () => {
  await practiceIn(edmonton)
  const { id, title } = await factory.pendingPostMortem(client, site)
  await vet.put(`/post-mortems/${id}`, { scheduled_at: '2025-11-25', scheduled_for_id: vet.id })
  expect(await readEmail(client, `${title} is scheduled`)).toMatch(
    /is scheduled for November 25th 2025[, ]+Veterinarian/,
  )
  expect(await readEmail(vet, `${title} is assigned`)).toContain('Scheduled for November 25th 2025.')
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  expect(await reportOf({ id })).toMatch(/Scheduled November 25th 2025 [^,]/)
})

test('an issued report keeps the days that it shows when the practice moves to another zone', async () => {
  await practiceIn(edmonton)
  const postMortem = await factory.completedPostMortem(client, site, vet)
  const completed_at = '2026-09-23T01:00:00Z'
  await factory.db.updateTable('post_mortems').set({ completed_at }).where('id', '=', postMortem.id).execute()
  await withoutVersions(postMortem.id)
  expect(await reportOf(postMortem)).toContain('September 22nd 2026')
  await practiceIn(adelaide)
  expect(await reportOf(postMortem)).toContain('September 22nd 2026')
  await practiceIn(edmonton)
})
