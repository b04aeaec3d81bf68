import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Factory, createFactory } from '../testing/factory.ts'
import { waitFor } from '../testing/wait-for.ts'

/** Addresses for which the mail server rejects the next e-mail, once. */
const busyFor = new Set<string>()
/** Addresses that the mail server permanently rejects. */
const refusedFor = new Set<string>()
/** Addresses whose next e-mail the mail server accepts only after this many milliseconds. */
const slowFor = new Map<string, number>()
/** Domains to which the mail server does not respond until they are removed. */
const hangingFor = new Set<string>()
const hanging: (() => void)[] = []
const refusals: string[] = []
const received: { to: string[]; text: string }[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  // the pool of the server keeps its connections open
  closeTimeout: 100,
  onRcptTo({ address }, _session, done) {
    if (hangingFor.has(address.split('@')[1] ?? '')) return void hanging.push(done)
    if (!refusedFor.has(address)) return done()
    refusals.push(address)
    done(Object.assign(new Error('no such user'), { responseCode: 550 }))
  },
  onData(stream, { envelope }, done) {
    let text = ''
    stream.on('data', (chunk) => {
      text += String(chunk)
    })
    stream.on('end', () => {
      const busy = envelope.rcptTo.some(({ address }) => busyFor.delete(address))
      if (busy) return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
      received.push({ to: envelope.rcptTo.map(({ address }) => address), text })
      const [delay = 0] = envelope.rcptTo.flatMap(({ address }) => slowFor.get(address) ?? [])
      setTimeout(done, delay)
    })
  },
})

let factory: Factory
beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  // cast: a server that listens on a port has an address
  const { port } = smtp.server.address() as AddressInfo
  factory = await createFactory({ SMTP_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  await factory.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

test('a sent ticket reaches every veterinarian once by SMTP, as text and as HTML', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const postMortem = await factory.pendingPostMortem(client, site)
  await waitFor(() => expect(received.filter(({ to }) => to.includes(vet.email))).toHaveLength(1))
  const email = received.find(({ to }) => to.includes(vet.email))
  expect(email?.text).toContain(postMortem.title)
  expect(email?.text).toContain('text/plain')
  expect(email?.text).toContain('text/html')
})

test('a requester who was disabled or may no longer see the site gets no more e-mails of the ticket', async () => {
  const vet = await factory.user('Veterinarian')
  const requesters = await Promise.all([factory.client(), factory.client(), factory.client()])
  const [staying, moved, disabled] = requesters.map(({ client }) => client)
  const tickets = []
  for (const { client, site } of requesters) tickets.push(await factory.pendingPostMortem(client, site))
  await factory.db
    .deleteFrom('user_sites')
    .where('user_id', '=', moved?.id ?? expect.fail())
    .execute()
  await factory.db
    .updateTable('users')
    .set({ status: 'disabled' })
    .where('id', '=', disabled?.id ?? expect.fail())
    .execute()
  for (const { id } of tickets) {
    const visit = { scheduled_at: '2027-01-11 15:00:00', scheduled_for_id: vet.id }
    expect((await vet.put(`/post-mortems/${id}`, visit)).status).toBe(200)
    expect((await vet.put(`/post-mortems/${id}`, { completed_at: 1 })).status).toBe(200)
  }
  const emails = (address = '') => received.filter(({ to }) => to.includes(address)).map(({ text }) => text)
  await waitFor(() => expect(emails(staying?.email).join('')).toMatch(/is completed/))
  await waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where state in ('created', 'active', 'retry')
      and (name like 'tell-%' or name = 'mail.send')`.execute(factory.db)
    expect(rows).toHaveLength(0)
  })
  expect([...emails(moved?.email), ...emails(disabled?.email)]).toEqual([])
})

test('recipients whose mail server does not respond delay no code, no warning of danger and no other e-mail', async () => {
  const vets = await Promise.all(Array.from({ length: 7 }, () => factory.user('Veterinarian')))
  const { client, site } = await factory.client()
  const [other, ...slow] = vets
  const slowEmail = (index: number) => `vet-${index}@slow-${index % 2}.example`
  for (const [index, { id }] of slow.entries())
    await factory.db
      .updateTable('users')
      .set({ email: slowEmail(index) })
      .where('id', '=', id)
      .execute()
  const sign = (await (await factory.user('Admin')).post('/danger-signs', { name: 'Bleeding', level: 'stop' })).body
    .data
  for (const domain of ['slow-0.example', 'slow-1.example']) hangingFor.add(domain)
  const textsTo = (address = '') => received.filter(({ to }) => to.includes(address)).map(({ text }) => text)
  try {
    const postMortem = await factory.pendingPostMortem(client, site)
    await waitFor(() => expect(hanging.length).toBeGreaterThanOrEqual(2))
    await factory.anonymous.post('/auth/reset-password', { username: client.email })
    const draft = await factory.draftPostMortem(client, site)
    const animal = { veterinary_record_id: draft.id, danger_sign_ids: [sign.id] }
    expect((await client.post('/veterinary-record-animals', animal)).status).toBe(201)
    const sent = await client.put(`/post-mortems/${draft.id}`, { draft: 0, danger_acknowledged: 1 })
    expect(sent.status).toBe(200)
    await waitFor(() => {
      expect(textsTo(client.email).join('')).toContain('Your verification code is')
      expect(textsTo(other?.email).join('')).toContain(postMortem.title)
      expect(textsTo(other?.email).join('')).toContain('URGENT')
    })
  } finally {
    hangingFor.clear()
    for (const respond of hanging) respond()
  }
  for (const [index] of slow.entries()) await waitFor(() => expect(textsTo(slowEmail(index))).toHaveLength(2))
})

test('a rejected e-mail is retried until accepted, once', async () => {
  const { client } = await factory.client()
  busyFor.add(client.email)
  await factory.anonymous.post('/auth/reset-password', { username: client.email })
  const emails = () => received.filter(({ to }) => to.includes(client.email))
  await waitFor(() => expect(emails()).toHaveLength(1))
  expect(busyFor.has(client.email)).toBe(false)
  expect(emails()[0]?.text).toContain('Your verification code is')
})

/** The job of the only e-mail to an address, with the seconds until its next attempt. */
const emailJob = async (address: string) => {
  const { rows } = await sql<{ state: string; wait: number }>`
    select state, extract(epoch from start_after - now())::int as wait from pgboss.job
    where name = 'mail.send' and data->>'to' = ${address}`.execute(factory.db)
  expect(rows).toHaveLength(1)
  return rows[0]
}
/** Makes the next attempt due now, after the pauses of a weekend. */
const skipToAttempt = (address: string, attempt: number) =>
  sql`update pgboss.job set retry_count = ${attempt}, start_after = now()
      where name = 'mail.send' and data->>'to' = ${address} and state = 'retry'`.execute(factory.db)

test('an e-mail waits for a mail server that is down for three days, tried every half hour', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  busyFor.add(client.email)
  await factory.scheduledPostMortem(client, site, vet)
  await waitFor(async () => expect((await emailJob(client.email))?.state).toBe('retry'))
  // three days are 144 half hours
  busyFor.add(client.email)
  await skipToAttempt(client.email, 144)
  await waitFor(async () => {
    expect(busyFor.has(client.email)).toBe(false)
    expect((await emailJob(client.email))?.state).toBe('retry')
  })
  expect((await emailJob(client.email))?.wait).toBeGreaterThan(1700)
  expect((await emailJob(client.email))?.wait).toBeLessThanOrEqual(1800)
  await skipToAttempt(client.email, 145)
  await waitFor(() => expect(received.filter(({ to }) => to.includes(client.email))).toHaveLength(1))
})

test('a verification code that expired while the mail server was down is not sent', async () => {
  const { client } = await factory.client()
  busyFor.add(client.email)
  await factory.anonymous.post('/auth/reset-password', { username: client.email })
  await waitFor(async () => expect((await emailJob(client.email))?.state).toBe('retry'))
  await sql`update pgboss.job set data = jsonb_set(data, '{validUntil}', to_jsonb(now()))
    where name = 'mail.send' and data->>'to' = ${client.email}`.execute(factory.db)
  await skipToAttempt(client.email, 3)
  await waitFor(async () => expect((await emailJob(client.email))?.state).toBe('completed'))
  expect(received.filter(({ to }) => to.includes(client.email))).toEqual([])
})

test('a mail server that checks an e-mail for most of a minute gets it once', {
  tags: 'long',
}, async () => {
  const { client } = await factory.client()
  slowFor.set(client.email, 40_000)
  await factory.anonymous.post('/auth/reset-password', { username: client.email })
  const sent = () =>
    sql<{ state: string }>`select state from pgboss.job
    where name = 'mail.send' and data->>'to' = ${client.email}`.execute(factory.db)
  await waitFor(async () => expect((await sent()).rows).toEqual([{ state: 'completed' }]), {
    timeout: 120_000,
  })
  expect(received.filter(({ to }) => to.includes(client.email))).toHaveLength(1)
})

test('sending a ticket twice sends one e-mail', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  await factory.animal(client, postMortem.id)
  await Promise.all([1, 2, 3].map(() => client.put(`/post-mortems/${postMortem.id}`, { draft: 0 })))
  const emails = () => received.filter(({ to, text }) => to.includes(vet.email) && text.includes(postMortem.title))
  await waitFor(() => expect(emails()).toHaveLength(1))
  // The queue has no further jobs for this ticket.
  await waitFor(async () => {
    const left = await sql<{
      count: number
    }>`select count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active')
      and data::text like ${`%${postMortem.title}%`}`.execute(factory.db)
    expect(left.rows[0]?.count).toBe(0)
  })
  expect(emails()).toHaveLength(1)
})

test('a hundred e-mails are sent concurrently', { tags: 'long' }, async () => {
  const { site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  for (let index = 0; index < 100; index++) {
    const email = `many-${index}-${site.id.slice(-6)}@test.example`
    await vet.post('/user-invites', { email, customer_id: site.customerId, sites: [site.id] })
  }
  const emails = () => received.filter(({ to }) => to[0]?.startsWith('many-') && to[0].includes(site.id.slice(-6)))
  await waitFor(() => expect(emails()).toHaveLength(100))
})

test('a code that somebody waits for, and a warning of danger, overtake the e-mails of other tickets', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const admin = await factory.user('Admin')
  const sign = (await admin.post('/danger-signs', { name: 'Sudden death', advice: 'Do not open it.', level: 'stop' }))
    .body.data
  await factory.pendingPostMortem(client, site)
  const { id } = await factory.draftPostMortem(client, site)
  await factory.animal(client, id, { danger_sign_ids: [sign.id] })
  expect((await client.put(`/post-mortems/${id}`, { draft: 0, danger_acknowledged: 1 })).status).toBe(200)
  await factory.anonymous.post('/auth/reset-password', { username: vet.email })
  await waitFor(async () => {
    const { rows } = await sql<{ kind: string; priority: number }>`
      select coalesce(data->>'kind', 'code') as kind, priority from pgboss.job
      where name = 'mail.send' and data->>'to' = ${vet.email} order by 1`.execute(factory.db)
    expect(rows).toEqual([
      { kind: 'code', priority: 1 },
      { kind: 'danger', priority: 1 },
      { kind: 'request_sent', priority: 0 },
    ])
  })
})

/**
 * Makes the completion of jobs of this name fail, as if the database crashed at that point. The trigger stands on the
 * one table that holds these jobs and stays there: pg-boss uses its tables all the time, and changes of all of them
 * (`pgboss.job`) end in deadlocks with it.
 */
async function failEndOf(name: string) {
  await sql`create function fail_end() returns trigger language plpgsql as $$ begin
      if new.name = ${sql.lit(name)} and new.state = 'completed' then raise exception 'the database is gone'; end if;
      return new;
    end $$`.execute(factory.db)
  await sql`create trigger fail_end before update on pgboss.job_common for each row execute function fail_end()`.execute(
    factory.db,
  )
  return () =>
    sql`create or replace function fail_end() returns trigger language plpgsql as $$ begin return new; end $$`.execute(
      factory.db,
    )
}

test('a notification whose job failed to complete is sent once', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const repair = await failEndOf('tell-scheduled')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  const failed = async () => {
    const { rows } = await sql`select from pgboss.job where name = 'tell-scheduled' and state = 'retry'
      and data->>'id' = ${postMortem.id}`.execute(factory.db)
    expect(rows).toHaveLength(1)
  }
  await waitFor(failed)
  await repair()
  const emails = () => received.filter(({ to, text }) => to.includes(client.email) && text.includes('scheduled'))
  await waitFor(() => expect(emails()).toHaveLength(1))
  const ids = new Set(emails().map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]))
  expect(ids.size).toBe(1)
})

test('two concurrent schedules send one e-mail with the last date', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const postMortem = await factory.pendingPostMortem(client, site)
  const path = `/post-mortems/${postMortem.id}`
  await Promise.all([
    vet.put(path, { scheduled_at: '2026-12-01 18:00:00' }),
    vet.put(path, { scheduled_at: '2026-12-02 18:00:00' }),
  ])
  const last = String((await vet.get(path)).body.data.veterinary_record.scheduled_at)
  const day = last.startsWith('2026-12-01') ? 'December 1st 2026' : 'December 2nd 2026'
  const emails = () => received.filter(({ to, text }) => to.includes(client.email) && text.includes('scheduled'))
  await waitFor(() => expect(emails().some(({ text }) => text.includes(day))).toBe(true))
  await waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where state in ('created', 'retry', 'active')`.execute(factory.db)
    expect(rows).toEqual([])
  })
  expect(emails().filter(({ text }) => text.includes(day))).toHaveLength(1)
})

test('without SMTP_URL each mail is a file in the outbox, and the queue erases its text', async () => {
  const local = await createFactory()
  const { client } = await local.client()
  await local.anonymous.post('/auth/reset-password', { username: client.email })
  const outbox = path.join(local.dataDir, 'outbox')
  const files = await waitFor(async () => {
    const found = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
    expect(found).toHaveLength(1)
    return found
  })
  expect(await readFile(path.join(outbox, files[0] ?? ''), 'utf8')).toContain('Your verification code is')
  // a code that was sent is read nowhere else
  await waitFor(async () => {
    const { rows } = await sql<{ state: string; parts: string[] }>`
      select state, array(select jsonb_object_keys(data) order by 1) as parts from pgboss.job where name = 'mail.send'`.execute(
      local.db,
    )
    expect(rows).toEqual([{ state: 'completed', parts: ['subject', 'to', 'validUntil'] }])
  })
  await local.close()
})

test('a permanently rejected address is tried once, marked, and reported to Admins once until an e-mail is accepted', async () => {
  const admin = await factory.user('Admin')
  const { client } = await factory.client()
  const mark = async () =>
    (await factory.db.selectFrom('users').select('email_refused_at').where('id', '=', client.id).executeTakeFirst())
      ?.email_refused_at
  const ask = () => factory.anonymous.post('/auth/reset-password', { username: client.email })
  const alerts = async () =>
    (await admin.get('/notifications')).body.data as { kind: string; text: string; link: string }[]
  refusedFor.add(client.email)
  await ask()
  await waitFor(async () => expect(await mark()).toEqual(expect.any(Date)))
  await ask()
  await waitFor(() => expect(refusals.filter((to) => to === client.email)).toHaveLength(2))
  expect(await alerts()).toMatchObject([{ kind: 'alert', link: `/a/admin/users/${client.id}` }])
  expect((await alerts())[0]?.text).toContain('550')
  refusedFor.delete(client.email)
  await ask()
  await waitFor(async () => expect(await mark()).toBe(null))
  expect(refusals.filter((to) => to === client.email)).toHaveLength(2)
})

test('an e-mail that was accepted is not sent again, although the mark of its address could not be removed', async () => {
  const { client } = await factory.client()
  await factory.db.updateTable('users').set({ email_refused_at: new Date() }).where('id', '=', client.id).execute()
  await sql`create function fail_mark() returns trigger language plpgsql as
    'begin raise exception ''the mark stays''; end'`.execute(factory.db)
  await sql`create trigger fail_mark before update of email_refused_at on users
    for each row execute function fail_mark()`.execute(factory.db)
  await factory.anonymous.post('/auth/reset-password', { username: client.email })
  const states = async () =>
    (
      await sql<{ state: string; tries: number }>`select state, retry_count as tries from pgboss.job
        where name = 'mail.send' and data->>'to' = ${client.email}`.execute(factory.db)
    ).rows
  const finished = async () => {
    const [job] = await states()
    expect(job && (job.state === 'completed' || job.tries > 0)).toBe(true)
  }
  await waitFor(finished)
  await sql`drop function fail_mark() cascade`.execute(factory.db)
  expect(await states()).toEqual([{ state: 'completed', tries: 0 }])
  expect(received.filter(({ to }) => to.includes(client.email))).toHaveLength(1)
})
