import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { limits } from '@chisholm/domain/constants'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { type Factory, createSharedFactory, createFactory, type TestUser } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { waitForJobs, waitForLocks } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const resetLimit = limits.resetRequestsPerAddress
const superAdmin = await factory.user('SuperAdmin')

describe('the list of people', () => {
  const idsOf = async (query: string, by = admin) =>
    (await by.get(`/users?per_page=9999&${query}`)).body.data.map((user: { id: string }) => user.id)

  test('is filtered by Admins: name, e-mail, status, role, site and customer', async () => {
    const { client, site } = await factory.client()
    const other = (await factory.client()).client
    await admin.put(`/users/${client.id}`, { first_name: 'Ada', last_name: `Reyes ${client.id}` })
    for (const query of [
      `filter[name]=ada reyes ${client.id}`,
      `filter[name:like]=${client.id}`,
      `filter[name_or_email:like]=REYES ${client.id}`,
      `filter[name_or_email:like]=${client.email}`,
      `filter[email]=${client.email.toUpperCase()}`,
      `filter[site_id]=${site.id}`,
      `filter[customer_id]=${site.customerId}&filter[roles.name]=Client`,
    ])
      expect([query, await idsOf(query)]).toEqual([query, [client.id]])
    await admin.put(`/users/${other.id}`, { status: 'disabled' })
    expect(await idsOf('filter[status]=disabled')).toContain(other.id)
    expect(await idsOf('filter[status]=active,invited')).not.toContain(other.id)
    const vet = await factory.user('Veterinarian')
    expect(await idsOf('filter[site_id:isnull]=true')).toContain(vet.id)
    expect(await idsOf('filter[site_id:isnull]=true')).not.toContain(client.id)
  })

  test('reveals nothing to veterinarians and clients through these filters', async () => {
    const { client, site } = await factory.client()
    for (const person of [client, await factory.user('Veterinarian')])
      for (const filter of ['name', 'name_or_email', 'status', 'email'].map((name) => `${name}]=a`))
        expect((await person.get(`/users?filter[${filter}`)).status).toBe(400)
    expect((await client.get(`/users?filter[site_id]=${site.id}`)).status).toBe(400)
  })
})

describe('site access', () => {
  const change = (by: TestUser, whom: { id: string }, sites: string[], headers = {}) =>
    by.put(`/users/${whom.id}/sites`, { sites }, headers)

  test('is replaced by an Admin, counts from the next request on, and is in the audit log', async () => {
    const { client, site } = await factory.client()
    const { site: other, client: otherClient } = await factory.client()
    const [own, theirs] = [
      await factory.pendingPostMortem(client, site),
      await factory.pendingPostMortem(otherClient, other),
    ]
    const answer = await change(admin, client, [other.id])
    expect(answer.body.message).toBe('The site access was changed.')
    expect(answer.body.data.customers.map((customer: { id: string }) => customer.id)).toEqual([other.customerId])
    expect((await client.get(`/post-mortems/${own.id}`)).status).toBe(404)
    expect((await client.get(`/post-mortems/${theirs.id}`)).status).toBe(200)
    const both = (await change(admin, client, [site.id, other.id, site.id])).body.data.customers
    expect(both.map((customer: { id: string }) => customer.id)).toEqual([site.customerId, other.customerId])
    expect((await change(admin, client, [])).status).toBe(200)
    expect((await client.get('/post-mortems')).body.meta.total).toBe(0)
    expect(
      (await readAuditActions(factory, client.id)).filter((action) => action === 'site access changed'),
    ).toHaveLength(3)
  })

  test('is only for clients, and only for existing, active sites', async () => {
    const { client, site } = await factory.client()
    const { site: retired } = await factory.client()
    await admin.put(`/sites/${retired.id}`, { retired: 1 })
    for (const sites of [[retired.id], [uuidv7()], ['x']])
      expect((await change(admin, client, sites)).body.errors).toEqual({
        sites: ['Please choose from the sites that are in use.'],
      })
    // A missing field is not the same as an empty choice.
    expect((await admin.put(`/users/${client.id}/sites`, {})).status).toBe(422)
    await admin.put(`/sites/${site.id}`, { retired: 1 })
    // Users may keep roles that they have.
    expect((await change(admin, client, [site.id])).status).toBe(200)
    const vet = await factory.user('Veterinarian')
    expect((await change(admin, vet, [])).body.message).toBe(
      'Veterinarians and Admins see every site. Site access is for Clients.',
    )
    expect((await change(admin, { id: uuidv7() }, [])).status).toBe(404)
  })

  test('is not for clients and veterinarians; a stale change is rejected', async () => {
    const { client, site } = await factory.client()
    const { site: other } = await factory.client()
    for (const person of [client, await factory.user('Veterinarian')])
      expect((await change(person, client, [site.id, other.id])).status).toBe(403)
    const old = { 'if-match': String((await admin.get(`/users/${client.id}`)).headers['etag']) }
    expect((await change(admin, client, [site.id, other.id], old)).status).toBe(200)
    expect((await change(admin, client, [site.id], old)).status).toBe(412)
  })
})

describe('signing a user out', () => {
  test('ends every sign-in of that person at once, and is in the audit log', async () => {
    const vet = await factory.user('Veterinarian')
    const again = await factory.anonymous.post('/auth/login', { username: vet.email, password: 'Cattle#2026' })
    const answer = await admin.post(`/users/${vet.id}/sign-out`)
    expect([answer.status, answer.body.message]).toEqual([200, 'This person was signed out everywhere.'])
    expect((await vet.get('/status')).status).toBe(401)
    expect((await factory.anonymous.get('/status', { authorization: `Bearer ${again.body.token}` })).status).toBe(401)
    expect((await factory.anonymous.post('/auth/refresh', { refresh: again.body.refresh })).status).toBe(401)
    expect(await readAuditActions(factory, vet.id)).toContain('signed out everywhere by an administrator')
    expect((await admin.post(`/users/${uuidv7()}/sign-out`)).status).toBe(404)
  })

  test('is for Admins, and of Admins for SuperAdmins', async () => {
    const { client } = await factory.client()
    const other = await factory.user('Admin')
    for (const person of [client, await factory.user('Veterinarian')])
      expect((await person.post(`/users/${client.id}/sign-out`)).status).toBe(403)
    for (const whom of [other, superAdmin]) expect((await admin.post(`/users/${whom.id}/sign-out`)).status).toBe(403)
    expect((await other.get('/status')).status).toBe(200)
    expect((await superAdmin.post(`/users/${other.id}/sign-out`)).status).toBe(200)
    expect((await other.get('/status')).status).toBe(401)
  })
})

describe('a code for a new password', () => {
  test('is mailed to an active person by an Admin, opens the account, and is in the audit log', async () => {
    const { client } = await factory.client()
    const answer = await admin.post(`/users/${client.id}/reset-password`)
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'A verification code for a new password is on its way to this person.',
    ])
    const sentEmail = await waitForEmail(factory.dataDir, client.email, 'verification code')
    const code = /code is ([A-Z0-9]{8})/.exec(sentEmail)?.[1]
    expect(sentEmail.replaceAll('=\r\n', '')).toContain('/u/reset?step=3Dcode')
    expect(await readAuditActions(factory, client.id)).toContain('reset code sent by an administrator')
    const reset = { username: client.email, code, password: 'Grazing#1867' }
    expect((await factory.anonymous.post('/auth/confirm-reset-password', reset)).status).toBe(200)
  })

  test('is for Admins, for SuperAdmins where the user is an Admin, and only for active users', async () => {
    const [{ client }, other] = [await factory.client(), await factory.user('Admin')]
    for (const by of [client, await factory.user('Veterinarian')])
      expect((await by.post(`/users/${other.id}/reset-password`)).status).toBe(403)
    for (const whom of [other, superAdmin])
      expect((await admin.post(`/users/${whom.id}/reset-password`)).status).toBe(403)
    expect((await superAdmin.post(`/users/${other.id}/reset-password`)).status).toBe(200)
    await admin.put(`/users/${client.id}`, { status: 'disabled' })
    expect((await admin.post(`/users/${client.id}/reset-password`)).body.message).toBe(
      'This account is disabled. Enable it first.',
    )
    await factory.db.updateTable('users').set({ status: 'invited' }).where('id', '=', client.id).execute()
    expect((await admin.post(`/users/${client.id}/reset-password`)).body.message).toBe(
      'This person has not signed in yet. Send the invitation again instead.',
    )
    expect((await admin.post(`/users/${uuidv7()}/reset-password`)).status).toBe(404)
  })

  test('is rate-limited for the address, and the Admin gets 429', async () => {
    const vet = await factory.user('Veterinarian')
    for (let count = 0; count < 10; count += 1) await consumeRateLimit(factory.db, ['reset', vet.email], resetLimit)
    const answer = await admin.post(`/users/${vet.id}/reset-password`)
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    expect(await readAuditActions(factory, vet.id)).not.toContain('reset code sent by an administrator')
  })
})

describe('an invitation sent again', () => {
  const invite = async (by: TestUser, body: object) => {
    const email = `${uuidv7()}@feeders.example`
    expect((await by.post('/user-invites', { email, ...body })).status).toBe(201)
    const [user] = (await superAdmin.get(`/users?filter[email]=${email}`)).body.data
    return user
  }
  const passwordIn = async (email: string) =>
    /Temporary password: (\S+)/.exec(await waitForEmail(factory.dataDir, email, 'Temporary password'))?.[1] ?? ''
  const challengeOf = async (username: string, password: string) =>
    (await factory.anonymous.post('/auth/login', { username, password })).body.challenge

  test('has a new password and keeps role and sites', async () => {
    const { site } = await factory.client()
    const user = await invite(admin, { customer_id: site.customerId, sites: [site.id] })
    const first = await passwordIn(user.email)
    expect(await challengeOf(user.email, first)).toBe('NEW_PASSWORD_REQUIRED')
    const answer = await admin.post(`/users/${user.id}/invite`)
    expect([answer.status, answer.body.message]).toEqual([200, 'User was successfully invited'])
    await waitFor(async () => expect(await passwordIn(user.email)).not.toBe(first))
    expect(await challengeOf(user.email, first)).toBeUndefined()
    expect(await challengeOf(user.email, await passwordIn(user.email))).toBe('NEW_PASSWORD_REQUIRED')
    const now = (await admin.get(`/users/${user.id}`)).body.data
    expect([now.roles, now.status, now.customers]).toEqual([user.roles, 'invited', user.customers])
    expect(await readAuditActions(factory, user.id)).toContain('invitation sent again')
  })

  test('is refused for users who signed in or are disabled, and for callers who are no Admins', async () => {
    const vet = await factory.user('Veterinarian')
    expect((await admin.post(`/users/${vet.id}/invite`)).body.message).toBe(
      'This person has already signed in and needs no invitation.',
    )
    const invited = await invite(superAdmin, { role: 'Admin' })
    expect((await admin.post(`/users/${invited.id}/invite`)).status).toBe(403)
    expect((await vet.post(`/users/${invited.id}/invite`)).status).toBe(403)
    expect((await (await factory.client()).client.post(`/users/${invited.id}/invite`)).status).toBe(403)
    await superAdmin.put(`/users/${invited.id}`, { status: 'disabled' })
    expect((await superAdmin.post(`/users/${invited.id}/invite`)).body.message).toBe(
      'This account is disabled. Enable it first.',
    )
    // A user who has never signed in is invited again.
    expect((await superAdmin.put(`/users/${invited.id}`, { status: 'active' })).body.data.status).toBe('invited')
    expect((await superAdmin.post(`/users/${invited.id}/invite`)).status).toBe(200)
    expect((await superAdmin.post(`/users/${uuidv7()}/invite`)).status).toBe(404)
  })

  test('by an Admin who may invite fewer roles removes no role', async () => {
    const { site } = await factory.client()
    const invited = await invite(superAdmin, { role: 'Admin' })
    const body = { email: invited.email, customer_id: site.customerId, sites: [site.id] }
    for (const by of [admin, await factory.user('Veterinarian')])
      expect((await by.post('/user-invites', body)).body.errors).toEqual({
        email: ['This address already has an account.'],
      })
    expect((await superAdmin.get(`/users/${invited.id}`)).body.data.roles).toEqual(['Admin'])
  })
})

describe('accounts', () => {
  test('of Admins and SuperAdmins are changed only by SuperAdmins, their profiles by every Admin', async () => {
    const [other, head] = [await factory.user('Admin'), await factory.user('SuperAdmin')]
    for (const whom of [other, head]) {
      for (const change of [{ status: 'disabled' }, { email: 'x@y.example' }, { roles: ['Client'] }])
        for (const profile of [{}, { first_name: 'X' }])
          expect((await admin.put(`/users/${whom.id}`, { ...profile, ...change })).status).toBe(403)
      expect((await admin.put(`/users/${whom.id}`, { first_name: 'Xenia' })).body.data.first_name).toBe('Xenia')
      expect((await (await factory.user('Veterinarian')).put(`/users/${whom.id}`, { city: 'X' })).status).toBe(403)
    }
    expect((await superAdmin.put(`/users/${other.id}`, { status: 'disabled' })).status).toBe(200)
    expect((await admin.put(`/users/${admin.id}`, { first_name: 'Own' })).status).toBe(200)
  })

  test('are disabled and enabled again; nobody disables the own account', async () => {
    const vet = await factory.user('Veterinarian')
    expect((await admin.put(`/users/${vet.id}`, { status: 'disabled' })).body.data.status).toBe('disabled')
    expect((await vet.get('/status')).status).toBe(401)
    const signIn = { username: vet.email, password: 'Cattle#2026' }
    expect((await factory.anonymous.post('/auth/login', signIn)).status).toBe(401)
    expect((await admin.put(`/users/${vet.id}`, { status: 'active' })).body.data.status).toBe('active')
    expect((await factory.anonymous.post('/auth/login', signIn)).status).toBe(200)
    for (const one of [superAdmin]) {
      const answer = await one.put(`/users/${one.id}`, { status: 'disabled' })
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'Your own roles and status are changed by another Admin.',
      ])
    }
    expect((await admin.put(`/users/${admin.id}`, { status: 'disabled' })).status).toBe(403)
  })

  test('two SuperAdmins who demote each other at once leave one', async () => {
    for (const body of [{ status: 'disabled' }, { roles: ['Admin'] }, { first_name: 'X', status: 'disabled' }]) {
      const services = await createFactory()
      try {
        const [one, other] = [await services.user('SuperAdmin'), await services.user('SuperAdmin')]
        const change = () => [one.put(`/users/${other.id}`, body), other.put(`/users/${one.id}`, body)]
        const answers = await atOnce(services, 2, change)
        expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
        expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
          'This is the last SuperAdmin. Make another one first.',
        )
      } finally {
        await services.close()
      }
    }
  })

  /** Locks all users until all requests wait for a lock. Each has then passed authentication before any completes. */
  async function atOnce<T>(services: Factory, count: number, ask: () => Promise<T>[]): Promise<T[]> {
    await waitForJobs(services.db)
    const pending = await services.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').forUpdate().execute()
      const requests = ask()
      await waitForLocks(services.db, count)
      // The promises are wrapped in an object, because the transaction would await them otherwise.
      return { requests }
    })
    return Promise.all(pending.requests)
  }
})
