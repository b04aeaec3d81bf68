import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { applyRetention } from '../../cli/retention.ts'
import { readSettings } from '../../settings.ts'
import { readAuditActions, readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { seedLibrary } from '../library/index.ts'
import { databaseUrl } from '../../testing/database-url.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { providerSettings } from '../../testing/practice-settings.ts'
import { createProviderReader } from '../provider/index.ts'
import { findExpiredData, removeExpiredData } from './index.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { waitForLocks } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { db } = factory
const day = 24 * 3_600_000

/**
 * A server that removes one kind of data after `days`, at a time that many days later. All other data is kept forever.
 */
function contextOf(env: Record<string, string>) {
  const forever = ['DRAFTS', 'DELETED', 'REPORTS', 'AUDIT', 'INVITATIONS', 'EMAILS'].map((kind) => [
    `RETAIN_${kind}_DAYS`,
    'forever',
  ])
  const { settings } = readSettings({
    ...providerSettings,
    ...Object.fromEntries(forever),
    DATA_DIR: factory.dataDir,
    ...env,
  })
  if (!settings) throw new Error('wrong settings')
  return { db, settings, provider: createProviderReader(settings.provider) }
}
const inDays = (days: number) => new Date(Date.now() + days * day)
const amountOf = (found: Awaited<ReturnType<typeof findExpiredData>>, kind: string) => {
  const { count = -1, bytes = -1 } = found.find((one) => one.kind === kind) ?? {}
  return { count, bytes }
}
/**
 * Finds, removes, and finds again.
 * @returns what was found and removed, which must be the same
 */
async function applied(env: Record<string, string>, kind: string, days: number) {
  const ctx = contextOf(env)
  const found = amountOf(await findExpiredData(ctx, inDays(days)), kind)
  expect(amountOf(await removeExpiredData(ctx, inDays(days)), kind)).toEqual(found)
  expect(amountOf(await findExpiredData(ctx, inDays(days)), kind).count).toBe(0)
  return found
}
const idsOf = async (table: 'photos' | 'sample_files' | 'reports' | 'post_mortems' | 'animals' | 'users') =>
  (await db.selectFrom(table).select('id').execute()).map(({ id }) => id)

test('default settings remove neither medical records nor audit entries', async () => {
  const { settings } = readSettings({})
  expect(settings?.retain).toEqual({
    drafts: null,
    deleted: null,
    reports: null,
    audit: null,
    invitations: 365,
    emails: 90,
  })
  expect(readSettings({ RETAIN_AUDIT_DAYS: '0', RETAIN_DRAFTS_DAYS: 'never' }).errors).toEqual([
    "RETAIN_DRAFTS_DAYS must be a whole number of days from 1 to 36500, or forever, not 'never'.",
    "RETAIN_AUDIT_DAYS must be a whole number of days from 1 to 36500, or forever, not '0'.",
  ])
})

test('an abandoned draft is removed with its animals and photos; younger and sent ones stay', async () => {
  const { client, site } = await factory.client()
  const [old, touched, sent] = [
    await factory.draftPostMortem(client, site),
    await factory.draftPostMortem(client, site),
    await factory.pendingPostMortem(client, site),
  ]
  const animal = await factory.animal(client, old.id, { rfid: '982000123456701' })
  await uploadPhotos(factory, client, animal.id, [{ name: 'cow.jpg', bytes: await phoneJpeg() }])
  await db
    .updateTable('post_mortems')
    .set({ updated_at: new Date(Date.now() - 10 * day) })
    .where('id', 'in', [touched.id, sent.id])
    .execute()
  // Only the ticket itself is old enough.
  await factory.animal(client, touched.id)
  await db
    .updateTable('post_mortems')
    .set({ updated_at: new Date(Date.now() - 10 * day) })
    .where('id', '=', touched.id)
    .execute()

  const found = await applied({ RETAIN_DRAFTS_DAYS: '5' }, 'drafts', 0)
  expect(found.count).toBe(0)
  const gone = contextOf({ RETAIN_DRAFTS_DAYS: '30' })
  await db
    .updateTable('animals')
    .set({ updated_at: inDays(20) })
    .where('post_mortem_id', '=', touched.id)
    .execute()
  const amount = amountOf(await removeExpiredData(gone, inDays(31)), 'drafts')
  expect([amount.count, amount.bytes > 1000]).toEqual([1, true])
  const left = await idsOf('post_mortems')
  expect([old, touched, sent].map(({ id }) => left.includes(id))).toEqual([false, true, true])
  expect(await idsOf('animals')).not.toContain(animal.id)
  const identities = await db.selectFrom('animal_identities').select('identity').execute()
  expect(identities.filter(({ identity }) => identity.includes('982000123456701'))).toEqual([])
  expect(await idsOf('photos')).toEqual([])
  expect((await client.get('/post-mortems?filter[draft]=true')).body.meta.total).toBe(1)
  expect((await readAuditEntries(factory, old.id)).at(-1)).toMatchObject({
    action: 'abandoned draft removed',
    user_id: null,
  })
  const [line] = (await admin.get('/audit-log?filter[action]=abandoned draft removed')).body.data
  expect(line.sentence).toBe(`The server removed ${old.title}, a draft that nobody had touched for long`)
  expect((await admin.get('/audit-log?filter[action]=retention applied')).body.meta.total).toBe(1)
})

test('a draft that is edited or sent while old ones are removed is kept completely, or is gone and the request gets 404', async () => {
  const { client, site } = await factory.client()
  const drafts = []
  for (let count = 0; count < 8; count += 1) {
    const draft = await factory.draftPostMortem(client, site)
    await factory.animal(client, draft.id)
    drafts.push(draft)
  }
  const aged = { updated_at: new Date(Date.now() - 100 * day) }
  const ids = drafts.map(({ id }) => id)
  await db.updateTable('animals').set(aged).where('post_mortem_id', 'in', ids).execute()
  await db.updateTable('post_mortems').set(aged).where('id', 'in', ids).execute()
  const ctx = contextOf({ RETAIN_DRAFTS_DAYS: '90' })
  const edits = ids
    .map((id, index) => (index % 2 ? { draft: 0 } : { note: 'still needed' }))
    .map((body, index) => client.put(`/post-mortems/${ids[index]}`, body))
  const [answers] = await Promise.all([Promise.all(edits), removeExpiredData(ctx, new Date())])
  const left = await idsOf('post_mortems')
  for (const [index, { status }] of answers.entries()) {
    expect([200, 404]).toContain(status)
    expect(left.includes(ids[index] ?? '')).toBe(status === 200)
    if (status === 200) expect((await client.get(`/post-mortems/${ids[index]}`)).body.data.animals).toBe(1)
  }
})

test('a draft locked by an edit is checked again after the edit', async () => {
  const { client, site } = await factory.client()
  const draft = await factory.draftPostMortem(client, site)
  await db
    .updateTable('post_mortems')
    .set({ updated_at: new Date(0) })
    .where('id', '=', draft.id)
    .execute()
  const { removing } = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('post_mortems')
      .set({ updated_at: new Date(), note: 'edited' })
      .where('id', '=', draft.id)
      .execute()
    const removing = removeExpiredData(contextOf({ RETAIN_DRAFTS_DAYS: '90' }), new Date())
    await waitForLocks(db, 1)
    return { removing }
  })
  expect(amountOf(await removing, 'drafts').count).toBe(0)
  expect((await client.get(`/post-mortems/${draft.id}`)).body.data.note).toBe('edited')
})

test('files of deleted photos, animals and tickets are removed, those in use are kept', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const photoOn = async (postMortemId: string, tag: string) => {
    const animal = await factory.animal(admin, postMortemId, { tag })
    const answer = await uploadPhotos(factory, admin, animal.id, [{ name: `${tag}.jpg`, bytes: await phoneJpeg() }])
    return { animal, photo: String(answer.body.data[0].id) }
  }
  const [kept, deleted] = [
    await factory.completedPostMortem(client, site, vet),
    await factory.completedPostMortem(client, site, vet),
  ]
  const [inUse, ofPhoto, ofAnimal, ofPostMortem] = [
    await photoOn(kept.id, 'A'),
    await photoOn(kept.id, 'B'),
    await photoOn(kept.id, 'C'),
    await photoOn(deleted.id, 'D'),
  ]
  for (const { id } of [kept, deleted]) await admin.get(`/post-mortems/${id}/report`)
  await admin.delete(`/medias/${ofPhoto.photo}`)
  await admin.delete(`/veterinary-record-animals/${ofAnimal.animal.id}`)
  await admin.delete(`/post-mortems/${deleted.id}`)
  expect((await applied({ RETAIN_DELETED_DAYS: '30' }, 'deleted', 29)).count).toBe(0)
  const found = await applied({ RETAIN_DELETED_DAYS: '30' }, 'deleted', 31)
  // three photos, and the final and the corrected report
  expect([found.count, found.bytes > 10_000]).toEqual([5, true])
  const left = await idsOf('photos')
  expect([inUse, ofPhoto, ofAnimal, ofPostMortem].map(({ photo }) => left.includes(photo))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect((await admin.get(`/medias/${inUse.photo}`)).status).toBe(200)
  expect((await client.get(`/post-mortems/${kept.id}/report`)).status).toBe(200)
  // Tickets and animals remain for the audit log.
  expect(await idsOf('post_mortems')).toContain(deleted.id)
})

test('files of samples are removed once they or what they belong to were deleted', async () => {
  await seedLibrary(factory.db)
  const [kind] = (await admin.get('/sample-kinds?per_page=1')).body.data
  const { client, site } = await factory.client()
  const { id } = await factory.completedPostMortem(client, site, await factory.user('Veterinarian'))
  const resultOn = async (tag: string) => {
    const animal = await factory.animal(admin, id, { tag })
    const body = { veterinary_record_animal_id: animal.id, sample_kind_id: kind.id }
    const sample = (await admin.post('/samples', body)).body.data
    const result = { name: 'plate.jpg', bytes: await phoneJpeg() }
    const uploaded = await uploadPhotos(factory, admin, sample.id, [result], {
      fields: [['media_attachable_type', 'Sample']],
    })
    return { animal, sample, file: String(uploaded.body.data[0].id) }
  }
  const [inUse, alone, ofSample, ofAnimal] = [
    await resultOn('A'),
    await resultOn('B'),
    await resultOn('C'),
    await resultOn('D'),
  ]
  await admin.delete(`/medias/${alone.file}`)
  await admin.delete(`/samples/${ofSample.sample.id}`)
  await admin.delete(`/veterinary-record-animals/${ofAnimal.animal.id}`)
  expect((await applied({ RETAIN_DELETED_DAYS: '30' }, 'deleted', 29)).count).toBe(0)
  expect((await applied({ RETAIN_DELETED_DAYS: '30' }, 'deleted', 31)).count).toBe(3)
  expect(await idsOf('sample_files')).toEqual([inUse.file])
})

test('a photo deleted in an amendment is kept until the amendment is issued', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.completedPostMortem(client, site, vet)
  const [animal] = (await vet.get(`/post-mortems/${id}`)).body.data.veterinary_record.veterinary_record_animals
  const added = await uploadPhotos(factory, admin, animal.id, [{ name: 'a.jpg', bytes: await phoneJpeg() }])
  const photo = String(added.body.data[0].id)
  await vet.post(`/post-mortems/${id}/amendment`, { reason: 'Another look.' })
  expect((await vet.delete(`/medias/${photo}`)).status).toBe(200)
  expect((await applied({ RETAIN_DELETED_DAYS: '30' }, 'deleted', 31)).count).toBe(0)
  expect(await idsOf('photos')).toContain(photo)
  await vet.put(`/post-mortems/${id}/amendment`, { issue: 1 })
  expect((await applied({ RETAIN_DELETED_DAYS: '30' }, 'deleted', 31)).count).toBe(1)
  expect(await idsOf('photos')).not.toContain(photo)
})

test('reports from before there were versions are removed once a version took their place, versions never', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const [replaced, unread] = [
    await factory.completedPostMortem(client, site, vet),
    await factory.completedPostMortem(client, site, vet),
  ]
  await db.deleteFrom('report_versions').where('post_mortem_id', '=', unread.id).execute()
  const cached = await Promise.all(
    [replaced, unread].map(async ({ id: post_mortem_id }) => {
      const id = uuidv7()
      const file = { file_key: `reports/${id}.pdf`, content_hash: Buffer.from(id) }
      await db
        .insertInto('reports')
        .values({ id, post_mortem_id, ...file })
        .execute()
      return id
    }),
  )
  const { id } = (await client.get(`/post-mortems/${replaced.id}/report`)).body.report
  expect((await applied({ RETAIN_REPORTS_DAYS: '30' }, 'reports', 29)).count).toBe(0)
  expect((await applied({ RETAIN_REPORTS_DAYS: '30' }, 'reports', 31)).count).toBe(1)
  const left = await idsOf('reports')
  expect(cached.map((one) => left.includes(one))).toEqual([false, true])
  expect((await client.get(`/post-mortems/${replaced.id}/report`)).body.report.id).toBe(id)
})

test('old audit entries are removed', async () => {
  const id = uuidv7()
  await db
    .insertInto('audit_entries')
    .values({
      id,
      action: 'signed in',
      subject_type: 'user',
      subject_id: admin.id,
      happened_at: new Date(Date.now() - 4000 * day),
    })
    .execute()
  const found = await applied({ RETAIN_AUDIT_DAYS: '3650' }, 'audit', 0)
  expect([found.count, found.bytes > 0]).toEqual([1, true])
  expect(await readAuditActions(factory, admin.id)).not.toEqual([])
})

test('a user who never used an invitation is erased; one who was invited again, signed in or has a ticket stays', async () => {
  const { site } = await factory.client()
  const invited = async (until: Date) => {
    const { id } = await factory.user('Client', [site.id])
    await db
      .updateTable('users')
      .set({ status: 'invited', temporary_password_until: until })
      .where('id', '=', id)
      .execute()
    return id
  }
  const long = new Date(Date.now() - 400 * day)
  const [gone, recent, renewed] = [
    await invited(long),
    await invited(new Date(Date.now() - 300 * day)),
    await invited(long),
  ]
  const answer = await admin.post(`/users/${renewed}/invite`)
  expect(answer.status).toBe(200)
  // an import may name a veterinarian who has never signed in as the one who completed a ticket
  const completer = await invited(long)
  const { client, site: other } = await factory.client()
  const imported = await factory.completedPostMortem(client, other, await factory.user('Veterinarian'))
  await db
    .updateTable('post_mortems')
    .set({ scheduled_for_id: null, completed_by_id: completer })
    .where('id', '=', imported.id)
    .execute()
  expect((await applied({ RETAIN_INVITATIONS_DAYS: '365' }, 'invitations', 0)).count).toBe(1)
  for (const [id, status] of [
    [gone, 404],
    [recent, 200],
    [renewed, 200],
    [completer, 200],
  ] as const)
    expect((await admin.get(`/users/${id}`)).status).toBe(status)
  expect((await readAuditActions(factory, gone)).at(-1)).toBe('user erased')
})

test('old e-mails in the outbox are removed: by a command after a dry run that lists them, and every night', async () => {
  const outbox = path.join(factory.dataDir, 'outbox')
  const remaining = async () => (await readdir(outbox)).filter((file) => file.startsWith('aged'))
  const age = async (name: string) => {
    const old = new Date(Date.now() - 91 * day)
    await mkdir(outbox, { recursive: true })
    await writeFile(path.join(outbox, name), 'x'.repeat(1_500_000))
    await utimes(path.join(outbox, name), old, old)
  }
  await age('aged.eml')
  const env = { DATA_DIR: factory.dataDir, DATABASE_URL: databaseUrl(factory.connection), SECRET_KEY: 'x'.repeat(40) }
  const { settings } = readSettings(env)
  if (!settings) return expect.fail('wrong settings')
  const result = await applyRetention(settings, {})
  expect(result.lines).toContain('RETAIN_EMAILS_DAYS=90: .eml files in the outbox: 1, 1.5 MB')
  expect(result.lines).toContain('RETAIN_DRAFTS_DAYS=forever: abandoned drafts: kept for ever')
  expect(result.lines.at(-1)).toMatch(/^Nothing was removed\./)
  expect(await remaining()).toEqual(['aged.eml'])
  expect((await applyRetention(settings, { apply: true })).lines.at(-1)).toBe('Removed.')
  expect(await remaining()).toEqual([])

  await age('aged again.eml')
  await age(`aged.eml.${crypto.randomUUID()}.part`)
  const { rows } = await sql<{ cron: string }>`select cron from pgboss.schedule where name = 'retention'`.execute(db)
  expect(rows).toEqual([{ cron: '53 8 * * *' }])
  await sql`insert into pgboss.job (name) values ('retention')`.execute(db)
  await waitFor(async () => expect(await remaining()).toEqual([]))
})

test('if one kind of data cannot be removed, the others are, and the audit log has what was removed', async () => {
  const { client, site } = await factory.client()
  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id)
  const { body } = await uploadPhotos(factory, client, animal.id, [{ name: 'cow.jpg', bytes: await phoneJpeg() }])
  const photoId = body.data[0].id
  await client.delete(`/medias/${photoId}`)
  const dataDir = path.join(factory.dataDir, 'unreadable')
  await mkdir(dataDir)
  // not a folder, so that e-mails cannot be listed
  await writeFile(path.join(dataDir, 'outbox'), '')
  const entries = async () =>
    (await db.selectFrom('audit_entries').select('after').where('action', '=', 'retention applied').execute()).length
  const before = await entries()
  const ctx = contextOf({
    DATA_DIR: dataDir,
    RETAIN_DELETED_DAYS: '1',
    RETAIN_EMAILS_DAYS: '1',
  })
  await expect(removeExpiredData(ctx, inDays(2))).rejects.toThrow('ENOTDIR')
  expect(await idsOf('photos')).not.toContain(photoId)
  expect(await entries()).toBe(before + 1)
})
