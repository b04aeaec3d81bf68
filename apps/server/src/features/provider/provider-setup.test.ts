import { serverTexts } from '@chisholm/domain/server-texts'
import { expect, test } from 'vitest'
import { createSharedFactory, createFactory } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { noProviderSettings } from '../../testing/practice-settings.ts'

const details = {
  name: 'Foothills Veterinary Services',
  phone: '+1 403 555 0177',
  email: 'office@foothillsvet.example',
  url: '',
  address: '12 Centre Street\nHigh River AB  T1V 1M3',
  time_zone: 'America/Denver',
}

test('no ticket is completed and no report rendered until the practice is set up; reports then have its name', async () => {
  const factory = await createFactory(noProviderSettings)
  const { client, site } = await factory.client()
  const [vet, admin] = [await factory.user('Veterinarian'), await factory.user('Admin')]
  const before = (await factory.anonymous.get('/provider')).body.data
  expect(before).toMatchObject({ name: '', phone: '', email: '', url: '', address: '', confirmed: false, demo: false })
  expect(before.time_zone).toBe('America/Edmonton')

  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  const refused = await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  expect([refused.status, refused.body.message]).toEqual([409, 'Please set up the practice first.'])
  expect((await vet.get(`/post-mortems/${postMortem.id}`)).body.data.status).toBe('In Progress')
  // This ticket looks like one imported from another system.
  const other = await factory.scheduledPostMortem(client, site, vet)
  await factory.db
    .updateTable('post_mortems')
    .set({ completed_at: new Date('2024-05-06T12:00:00Z'), completed_by_id: vet.id })
    .where('id', '=', other.id)
    .execute()
  const report = await client.get(`/post-mortems/${other.id}/report`)
  expect([report.status, report.body.message]).toEqual([409, serverTexts.refusal.setUpPracticeFirst])
  expect((await admin.post('/provider/logo')).status).not.toBe(200)

  const half = await admin.put('/provider', { name: details.name })
  expect(Object.keys(half.body.errors)).toEqual(['phone', 'email'])
  expect((await admin.put('/provider', details)).body.data).toMatchObject({ ...details, confirmed: true })
  const done = await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  expect(done.status).toBe(200)
  for (const { id } of [postMortem, other]) {
    const found = (await client.get(`/post-mortems/${id}/report`)).body.report
    const { text } = await readPdf(Buffer.from(found.report_data, 'base64'))
    for (const line of [details.name, '12 Centre Street', 'T1V 1M3', details.phone]) expect(text).toContain(line)
    expect(text).not.toContain('Prairie Veterinary')
  }
  await factory.close()
})

test('of twenty concurrent setups of the practice each is stored, and the first is valid for all time before', async () => {
  const factory = await createFactory(noProviderSettings)
  const admin = await factory.user('Admin')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => admin.put('/provider', { ...details, name: `Practice ${index}` })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const rows = await factory.db.selectFrom('provider_details').select(['version']).orderBy('version').execute()
  expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  const since = await factory.pool.query('select version from provider_details where valid_from = $1', ['-infinity'])
  expect(since.rows).toEqual([{ version: 1 }])
  await factory.close()
})

test('a veterinarian without a name cannot complete tickets', async () => {
  const factory = await createFactory()
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  for (const name of [{ first_name: null }, { first_name: 'Dana', last_name: null }]) {
    await factory.db.updateTable('users').set(name).where('id', '=', vet.id).execute()
    const refused = await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
    expect([refused.status, refused.body.message]).toEqual([409, 'Please enter your name in your profile first.'])
  }
  await vet.put(`/users/${vet.id}`, { first_name: 'Dana', last_name: 'Whitfield' })
  expect((await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })).status).toBe(200)
  await factory.close()
})

const shared = await createSharedFactory({ ...noProviderSettings, PUBLIC_URL: 'https://pm.foothills.example' })

test('e-mails before the setup come from the server and name no practice, later ones from the practice with its address', async () => {
  const { client } = await shared.client()
  await shared.anonymous.post('/auth/reset-password', { username: client.email })
  const first = await waitForEmail(shared.dataDir, client.email, 'verification code')
  expect(first).toContain('From: Chisholm <no-reply@pm.foothills.example>')
  const admin = await shared.user('SuperAdmin')
  await admin.put('/provider', details)
  const vet = await shared.user('Veterinarian')
  await shared.anonymous.post('/auth/reset-password', { username: vet.email })
  const second = await waitForEmail(shared.dataDir, vet.email, 'verification code')
  expect(second).toContain(`From: ${details.name} <${details.email}>`)
  expect(second).toContain('12 Centre Street')
})

test('the invitations of a veterinarian, an Admin and a client each describe their tasks', async () => {
  const [superAdmin, { site }] = [await shared.user('SuperAdmin'), await shared.client()]
  await superAdmin.put('/provider', details)
  const asClient = { customer_id: site.customerId, sites: [site.id] }
  const messages = [
    ['v@new.example', { role: 'Veterinarian' }, 'examine the animals and write the reports.'],
    ['a@new.example', { role: 'Admin' }, 'its customers, sites, people and settings.'],
    ['c@new.example', asClient, 'You are invited to request and follow post-mortems online.'],
  ] as const
  for (const [email, more, words] of messages) {
    expect((await superAdmin.post('/user-invites', { email, ...more })).status).toBe(201)
    const sentEmail = (await waitForEmail(shared.dataDir, email, 'Temporary password')).replaceAll('=\r\n', '')
    expect(sentEmail).toContain(words)
    expect(sentEmail.includes('request and follow')).toBe(email === 'c@new.example')
  }
})
