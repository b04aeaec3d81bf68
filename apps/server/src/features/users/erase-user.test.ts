import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { serverTexts } from '@chisholm/domain/server-texts'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { createSharedFactory, createFactory, type TestUser } from '../../testing/factory.ts'
import { holdJobs } from '../../testing/hold-jobs.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { operator, recordAuditWithoutChange } from '../audit-recorder/index.ts'
import { eraseExpiredInvitation } from './erase-user.ts'
import { eraseLateSources } from './erase-user.queries.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { waitForLocks } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const superAdmin = await factory.user('SuperAdmin')

/** All rows of all tables that contain one of these words, each as text. */
async function tracesOf(words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(factory.db)
  const found = []
  for (const { name } of tables)
    for (const word of words) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} t where position(${word} in lower(t::text)) > 0`.execute(factory.db)
      found.push(...rows.map(({ row }) => `${name}: ${row}`))
    }
  return found
}

test('no personal data of an erased user is left, and its actions stay under Former user', async () => {
  const vet = await factory.user('Veterinarian')
  await factory.db
    .insertInto('totp_secrets')
    .values({ user_id: vet.id, sealed_secret: Buffer.from('sealed') })
    .execute()
  const { client, site } = await factory.client()
  const profile = { first_name: 'Zebulon', last_name: 'Quackenbush', phone: '+1 999 555 7717', city: 'Xanaduville' }
  await superAdmin.put(`/users/${vet.id}`, profile, { 'idempotency-key': 'keeps the answer' })
  await admin.post(`/users/${vet.id}/reset-password`)
  await waitForEmail(factory.dataDir, vet.email, 'verification code')
  await admin.get(`/exports/users.csv?filter[email]=${vet.email}`)
  await factory.anonymous.post('/auth/login', { username: vet.email, password: 'wrong' })
  const [open, done] = [await factory.pendingPostMortem(client, site), await factory.pendingPostMortem(client, site)]
  for (const { id } of [open, done]) await admin.put(`/post-mortems/${id}`, { scheduled_for_id: vet.id })
  await factory.db
    .updateTable('post_mortems')
    .set({ completed_by_id: vet.id, completed_at: new Date() })
    .where('id', '=', done.id)
    .execute()
  await waitForEmail(factory.dataDir, vet.email, `${done.title} is assigned to you`)
  for (const state of ['created', 'active'])
    await sql`
      insert into pgboss.job (name, data, start_after, state)
      values ('mail.send', ${JSON.stringify({ to: vet.email, subject: 'Waits' })}, now() + interval '1 hour',
              ${state}::pgboss.job_state)`.execute(factory.db)
  const words = [vet.email, 'zebulon', 'quackenbush', '999 555 7717', 'xanaduville']
  const limited = () => factory.db.selectFrom('sign_in_limits').select('id').execute()
  expect(await limited()).toHaveLength(1)
  expect((await tracesOf(words)).length).toBeGreaterThan(4)

  const answer = await admin.delete(`/users/${vet.id}`)
  expect([answer.status, answer.body.message]).toEqual([
    200,
    'This person was erased. What they did stays under “Former user”.',
  ])
  expect(await tracesOf(words)).toEqual([])
  expect(await limited()).toEqual([])
  for (const table of ['sign_ins', 'totp_secrets'] as const)
    expect(await factory.db.selectFrom(table).select('user_id').where('user_id', '=', vet.id).execute()).toEqual([])
  expect((await admin.get(`/users/${vet.id}`)).status).toBe(404)
  expect((await admin.delete(`/users/${vet.id}`)).status).toBe(404)
  const record = (await client.get(`/post-mortems/${done.id}`)).body.data.veterinary_record
  expect(record.completed_by).toEqual({ id: vet.id, first_name: 'Former', last_name: 'user' })
  expect((await client.get(`/post-mortems/${open.id}`)).body.data.veterinary_record.scheduled_for).toBeNull()
  await waitForEmail(factory.dataDir, admin.email, `${open.title} has no veterinarian any more`)
  expect(await readAuditActions(factory, vet.id)).toContain('user erased')
  const [line] = (await admin.get(`/audit-log?filter[subject_id]=${vet.id}&filter[action]=user erased`)).body.data
  expect(line.sentence).toBe('Admin ' + admin.id.slice(-4) + ' erased Former user')
})

test('e-mails to others that wait to be sent, and stored responses, name an erased user as Former user', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  await admin.put(`/users/${client.id}`, { first_name: "Máire O'Nuall", last_name: 'Vega (Jr.)' })
  const release = await holdJobs(factory.db, 'mail.send')
  const { id } = await factory.pendingPostMortem(client, site)
  const waiting = async () => {
    const { rows } = await sql<{ email: string }>`
      select data::text as email from pgboss.job
      where name = 'mail.send' and data->>'to' = ${vet.email} and state = 'created'`.execute(factory.db)
    return rows.map(({ email }) => email)
  }
  await waitFor(async () => expect(await waiting()).toHaveLength(1))
  const key = { 'idempotency-key': 'answered with a name' }
  const schedule = () => vet.put(`/post-mortems/${id}`, { scheduled_for_id: vet.id }, key)
  expect(JSON.stringify((await schedule()).body)).toContain("Máire O'Nuall")
  expect((await admin.delete(`/users/${client.id}`)).status).toBe(200)
  expect(await tracesOf(['nuall', '(jr.)'])).toEqual([])
  const replayed = (await schedule()).body.data.veterinary_record.requested_by
  expect(replayed).toMatchObject({ id: client.id, first_name: 'Former', last_name: 'user' })
  await release()
  const email = await waitForEmail(factory.dataDir, vet.email, 'Former user asks for a post-mortem')
  expect(email).not.toContain('Nuall')
})

test('nothing is left of names in sentences of stored responses, of passkeys and of searches of the audit log', async () => {
  const { client } = await factory.client()
  await admin.put(`/users/${client.id}`, { first_name: 'Cornelius', last_name: 'Featherstonehaugh' })
  const key = { 'idempotency-key': 'answered with sentences' }
  const disabled = await admin.post('/users/actions', { action: 'disable', users: [client.id] }, key)
  expect(JSON.stringify(disabled.body)).toContain('Cornelius Featherstonehaugh')
  expect((await admin.get('/exports/audit-log?filter[who]=Cornelius Feather')).status).toBe(200)
  const protection = { action: 'sign-in protection changed', subject: { type: 'user', id: client.id } } as const
  const added = { before: null, after: { change: 'passkey “Featherstonehaugh phone” added' } }
  await recordAuditWithoutChange(
    factory.db,
    { person: null, requestId: 'r', source: '192.0.2.7' },
    { ...protection, ...added },
  )
  expect((await tracesOf(['feather'])).length).toBeGreaterThan(4)
  expect((await admin.delete(`/users/${client.id}`)).status).toBe(200)
  expect(await tracesOf(['cornelius', 'feather'])).toEqual([])
})

test('nothing is left of an address whose lower case differs between the server and its database', async () => {
  const gone = await factory.user('Veterinarian')
  const email = `Ömerİ-${gone.id}@clients.example`
  await factory.db.updateTable('users').set({ email }).where('id', '=', gone.id).execute()
  await factory.anonymous.post('/auth/login', { username: email, password: 'wrong' })
  const waiting = JSON.stringify({ to: email, subject: 'Waits' })
  await sql`insert into pgboss.job (name, data, start_after)
            values ('mail.send', ${waiting}::jsonb, now() + interval '1 hour')`.execute(factory.db)
  const limited = () => factory.db.selectFrom('sign_in_limits').select('id').execute()
  expect(await limited()).toHaveLength(1)
  expect((await admin.delete(`/users/${gone.id}`)).status).toBe(200)
  expect(await tracesOf([`-${gone.id}@clients.example`])).toEqual([])
  expect(await limited()).toEqual([])
})

test('the IP address of a request that was in progress while its user was erased is erased by the next clean-up', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const { id } = await factory.pendingPostMortem(client, site)
  const { sent } = await factory.db.transaction().execute(async (tx) => {
    await sql`select from post_mortems where id = ${id} for update`.execute(tx)
    const sent = vet.post(`/post-mortems/${id}/comments`, { text: 'Beside the west gate' })
    await waitForLocks(factory.db, 1)
    expect((await admin.delete(`/users/${vet.id}`)).status).toBe(200)
    return { sent }
  })
  expect((await sent).status).toBe(201)
  const failed = { person: null, requestId: 'r', source: '192.0.2.7' }
  const entry = { action: 'sign-in failed', subject: { type: 'user', id: vet.id }, before: null, after: null } as const
  await recordAuditWithoutChange(factory.db, failed, entry)
  const sources = async () => {
    const { rows } = await sql<{ action: string; source: string }>`
      select action, source from audit_entries
      where (user_id = ${vet.id} or subject_id = ${vet.id}) and source is not null order by id`.execute(factory.db)
    return rows.map(({ action, source }) => [action, source])
  }
  const erasure = ['user erased', '127.0.0.1']
  expect(await sources()).toEqual([erasure, ['comment written', '127.0.0.1'], ['sign-in failed', '192.0.2.7']])
  await eraseLateSources(factory.db)
  expect(await sources()).toEqual([erasure])
})

test('the name by which an erased user was searched in an export is erased, too', async () => {
  const { client } = await factory.client()
  await admin.put(`/users/${client.id}`, { first_name: 'Ebenezer', last_name: 'Thistlewood' })
  const searches = ['filter[name]=Ebenezer Thistlewood', 'filter[name_or_email]=thistlew', 'filter[name:like]=Ebenez']
  for (const search of [...searches, 'filter[name]=Somebody Else'])
    expect((await admin.get(`/exports/users?${search}`)).status).toBe(200)
  expect((await admin.delete(`/users/${client.id}`)).status).toBe(200)
  expect(await tracesOf(['ebenez', 'thistlew'])).toEqual([])
  expect(await tracesOf(['somebody else'])).toHaveLength(1)
})

test('nothing is left of what was typed about days away, saved reports, summaries and own alert rules of an erased user', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const days = { from: '2027-07-05', to: '2027-07-16' }
  const absence = await vet.post('/absences', { ...days, note: 'Broken kneecap' })
  await admin.put(`/absences/${absence.body.data.id}`, { note: 'Broken kneecap, at home' })
  const other = await admin.post('/absences', {
    user_id: vet.id,
    from: '2027-08-05',
    to: '2027-08-16',
    note: 'Kneecap',
  })
  await admin.delete(`/absences/${other.body.data.id}`)
  await vet.post('/filter-reports', { type: 'animals', name: 'Kneecap figures', parameters: { filter: {} } })
  const summary = { name: 'Kneecap weekly', filter: {}, every: 'week', recipients: [vet.id], language: 'en' }
  expect((await vet.post('/scheduled-reports', summary)).status).toBe(201)
  const rule = { kind: 'count', threshold: 3, days: 7 }
  expect((await vet.post('/alert-rules', { ...rule, name: 'Kneecap rule' })).status).toBe(201)
  // warns others of the site, too, so it stays
  await client.post('/alert-rules', { ...rule, name: 'Rule of the site', site_id: site.id })
  expect((await tracesOf(['kneecap'])).length).toBeGreaterThan(8)
  for (const { id } of [vet, client]) expect((await admin.delete(`/users/${id}`)).status).toBe(200)
  expect(await tracesOf(['kneecap'])).toEqual([])
  expect(await tracesOf(['rule of the site'])).toHaveLength(2)
  const lines = (await admin.get(`/audit-log?filter[user_id]=${vet.id}&per_page=100`)).body.data
  expect(lines.map(({ action }: { action: string }) => action)).toContain('absence added')
})

test('no personal data of an Admin who sent a test e-mail is left, either', async () => {
  const other = await factory.user('Admin')
  expect((await other.post('/installation/test-email')).status).toBe(200)
  await waitForEmail(factory.dataDir, other.email, 'E-mails from Chisholm reach you')
  expect((await superAdmin.delete(`/users/${other.id}`)).status).toBe(200)
  expect(await tracesOf([other.email])).toEqual([])
})

test('an erased user is signed out at once, and the address can be invited again', async () => {
  const { client, site } = await factory.client()
  expect((await admin.delete(`/users/${client.id}`)).status).toBe(200)
  expect((await client.get('/status')).status).toBe(401)
  const signIn = { username: client.email, password: 'Cattle#2026' }
  expect((await factory.anonymous.post('/auth/login', signIn)).status).toBe(401)
  const invitation = { email: client.email, customer_id: site.customerId, sites: [site.id] }
  expect((await admin.post('/user-invites', invitation)).status).toBe(201)
  const [invited] = (await admin.get(`/users?filter[email]=${client.email}`)).body.data
  expect([invited.id === client.id, invited.first_name]).toEqual([false, null])
})

test('a user invited again while the old invitation is erased gets a new account', async () => {
  const { client, site } = await factory.client()
  const ended = { status: 'invited' as const, temporary_password_until: new Date(0) }
  await factory.db.updateTable('users').set(ended).where('id', '=', client.id).execute()
  const invitation = { email: client.email, customer_id: site.customerId, sites: [site.id] }
  const { pending } = await factory.db.transaction().execute(async (tx) => {
    expect(await eraseExpiredInvitation(tx, operator, client.id, new Date())).toBe(true)
    const pending = admin.post('/user-invites', invitation)
    await waitForLocks(factory.db, 1)
    return { pending }
  })
  expect((await pending).status).toBe(201)
  const found = (await admin.get(`/users?filter[email]=${client.email}`)).body.data
  expect(found).toMatchObject([{ status: 'invited', customers: [{ id: site.customerId }] }])
})

test('an invitation sent again during the first sign-in keeps the chosen password', async () => {
  const { client, site } = await factory.client()
  const temporary = { status: 'invited' as const, temporary_password_until: new Date(Date.now() + 60_000) }
  await factory.db.updateTable('users').set(temporary).where('id', '=', client.id).execute()
  const invitation = { email: client.email, customer_id: site.customerId, sites: [site.id] }
  const { pending } = await factory.db.transaction().execute(async (tx) => {
    const chosen = { status: 'active' as const, temporary_password_until: null }
    await tx.updateTable('users').set(chosen).where('id', '=', client.id).execute()
    const pending = admin.post('/user-invites', invitation)
    await waitForLocks(factory.db, 1)
    return { pending }
  })
  expect((await pending).body.errors).toEqual({ email: [serverTexts.validation.emailTaken] })
  const signIn = { username: client.email, password: 'Cattle#2026' }
  expect((await factory.anonymous.post('/auth/login', signIn)).status).toBe(200)
})

test('ticket notifications lock users in the same order as changes of several users', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const draft = await factory.draftPostMortem(client, site)
  await factory.animal(client, draft.id)
  const lock = (tx: typeof factory.db, { id }: TestUser, how: 'wait' | 'nowait') =>
    sql`select from users where id = ${id} for no key update ${sql.raw(how === 'wait' ? '' : how)}`.execute(tx)
  await factory.db.transaction().execute(async (tx) => {
    await lock(tx, vet, 'wait')
    expect((await client.put(`/post-mortems/${draft.id}`, { draft: 0 })).status).toBe(200)
    await waitForLocks(factory.db, 1)
    // The client was created after the veterinarian.
    await lock(tx, client, 'nowait')
  })
  await waitForEmail(factory.dataDir, vet.email, draft.title)
})

test('completion sends no e-mails to an erased user', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  await admin.delete(`/users/${client.id}`)
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  await waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where name = 'tell-completed' and state = 'completed'
      and data->>'id' = ${postMortem.id}`.execute(factory.db)
    expect(rows).toHaveLength(1)
  })
  const { rows } = await sql`select from pgboss.job where data->>'to' like '%@erased.invalid'`.execute(factory.db)
  expect(rows).toEqual([])
})

test('a user cannot be erased without permission, by itself, or with an outdated version', async () => {
  const { client } = await factory.client()
  const other = await factory.user('Admin')
  for (const by of [client, await factory.user('Veterinarian')])
    expect((await by.delete(`/users/${other.id}`)).status).toBe(403)
  for (const whom of [other, superAdmin]) expect((await admin.delete(`/users/${whom.id}`)).status).toBe(403)
  const own = await admin.delete(`/users/${admin.id}`)
  expect([own.status, own.body.message]).toEqual([409, 'You cannot erase yourself. Another Admin can.'])
  expect((await admin.delete(`/users/${admin.id.toUpperCase()}`)).status).toBe(409)
  expect((await admin.delete(`/users/${uuidv7()}`)).status).toBe(404)
  expect((await admin.delete(`/users/${admin.id}`, { 'if-match': '"another"' })).status).toBe(412)
  const old = { 'if-match': String((await admin.get(`/users/${client.id}`)).headers['etag']) }
  await admin.put(`/users/${client.id}`, { city: 'Clayton' })
  expect((await admin.delete(`/users/${client.id}`, old)).status).toBe(412)
  expect((await client.get('/status')).status).toBe(200)
})

test('the last SuperAdmin is not erased, and of two who erase each other at once one stays', async () => {
  const practice = await createFactory()
  try {
    const [one, other] = [await practice.user('SuperAdmin'), await practice.user('SuperAdmin')]
    const erase = (by: TestUser, whom: TestUser) => by.delete(`/users/${whom.id}`)
    const answers = await Promise.all([erase(one, other), erase(other, one)])
    // The slower request has been signed out, or is refused because its user is the last SuperAdmin.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = answers[0].status === 200 ? one : other
    const last = await left.delete(`/users/${left.id}`)
    expect([last.status, last.body.message]).toEqual([409, 'This is the last SuperAdmin. Make another one first.'])
  } finally {
    await practice.close()
  }
})
