import { NIL } from 'uuid'
import { expect, test } from 'vitest'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { readPdf } from '../../testing/read-pdf.ts'

const factory = await createSharedFactory({ PROVIDER_NAME: 'Sunrise Vets', PROVIDER_PHONE: '+1 403 555 0100' })
const admin = await factory.user('Admin')

const details = {
  name: 'Foothills Veterinary Services',
  phone: '+1 403 555 0177',
  email: 'office@foothillsvet.example',
  url: 'https://foothillsvet.example',
  time_zone: 'America/Edmonton',
}

test('the environment applies until an Admin saves; clients and veterinarians cannot change anything', async () => {
  const { client } = await factory.client()
  expect((await factory.anonymous.get('/provider')).body.data).toMatchObject({ name: 'Sunrise Vets' })
  expect((await factory.anonymous.put('/provider', details)).status).toBe(401)
  for (const person of [client, await factory.user('Veterinarian')])
    expect((await person.put('/provider', details)).status).toBe(403)
  expect((await factory.anonymous.get('/provider')).body.data.name).toBe('Sunrise Vets')
})

test('a completed report shows the details at completion, later reports and e-mails the new ones', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const [read, unread] = [
    await factory.completedPostMortem(client, site, vet),
    await factory.completedPostMortem(client, site, vet),
  ]
  const reportOf = async (postMortem: { id: string }) => {
    const { report } = (await client.get(`/post-mortems/${postMortem.id}/report`)).body
    return { id: report.id, text: (await readPdf(Buffer.from(report.report_data, 'base64'))).text }
  }
  const before = await reportOf(read)
  expect(before.text).toContain('Sunrise Vets')

  const saved = await admin.put('/provider', details)
  expect([saved.status, saved.body.data]).toEqual([200, expect.objectContaining(details)])
  expect((await factory.anonymous.get('/provider')).body.data).toMatchObject(details)
  expect(await reportOf(read)).toEqual(before)
  expect((await reportOf(unread)).text).toContain('Sunrise Vets')
  const later = await reportOf(await factory.completedPostMortem(client, site, vet))
  expect(later.text).toContain(details.name)
  expect(later.text).toContain(details.phone)

  await factory.anonymous.post('/auth/reset-password', { username: client.email })
  const sentEmail = await waitForEmail(factory.dataDir, client.email, 'verification code')
  expect(sentEmail).toContain(`From: ${details.name} <${details.email}>`)
  expect(sentEmail).toContain('@foothillsvet.example>')
  const superAdmin = await factory.user('SuperAdmin')
  expect((await superAdmin.put('/provider', { phone: '+1 403 555 0178' })).body.data).toMatchObject({
    ...details,
    phone: '+1 403 555 0178',
  })
  const lines = await readAuditEntries(factory, NIL)
  expect(lines.map((line) => [line.action, line.user_id])).toEqual([
    ['provider changed', admin.id],
    ['provider changed', superAdmin.id],
  ])
  expect(lines[0]?.before).toMatchObject({ name: 'Sunrise Vets' })
})

test('every invalid field has an error text', async () => {
  const refused = await admin.put('/provider', { name: '', phone: ' ', email: 'nobody', url: 'javascript:alert(1)' })
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual({
    name: ['Please enter the name of the practice.'],
    phone: ['Please enter a phone number.'],
    email: ['Please enter a valid e-mail address.'],
    url: ['Please enter the address of the web site, beginning with https:// or http://.'],
  })
  expect((await admin.put('/provider', { name: 'N'.repeat(121) })).body.errors).toEqual({
    name: ['Please enter at most 120 characters.'],
  })
  // A line break would add a header to an e-mail.
  const broken = await admin.put('/provider', { name: 'Vets\r\nBcc: all@x.example' })
  expect(broken.body.data.name).toBe('Vets Bcc: all@x.example')
})

test('an outdated version is rejected', async () => {
  const old = { 'if-match': String((await factory.anonymous.get('/provider')).headers['etag']) }
  expect((await admin.put('/provider', { name: 'First' }, old)).status).toBe(200)
  expect((await admin.put('/provider', { name: 'Second' }, old)).status).toBe(412)
  expect((await factory.anonymous.get('/provider')).body.data.name).toBe('First')
})

test('twenty concurrent changes are all stored, and another server on the database reads the last one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => admin.put('/provider', { phone: `+1 403 555 01${index + 10}` })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
  const storedVersions = await factory.db.selectFrom('provider_details').select('version').orderBy('version').execute()
  expect(storedVersions.map(({ version }) => version)).toEqual(storedVersions.map((_row, index) => index))
  const other = await factory.anotherServer()
  expect((await other.inject('/api/v1/provider')).json().data).toEqual(
    (await factory.anonymous.get('/provider')).body.data,
  )
  await admin.put('/provider', { name: 'Told at once' })
  expect((await other.inject('/api/v1/provider')).json().data.name).toBe('Told at once')
  await other.close()
})

test('the practice has coordinates, both or neither, and a speed for routes', async () => {
  const none = { latitude: null, longitude: null, travel_speed_kmh: 60 }
  expect((await factory.anonymous.get('/provider')).body.data).toMatchObject(none)
  const travel = { latitude: 50.5808, longitude: -113.8711, travel_speed_kmh: 75 }
  expect((await admin.put('/provider', travel)).body.data).toMatchObject(travel)
  expect((await admin.put('/provider', { phone: '+1 403 555 0179' })).body.data).toMatchObject(travel)
  const one = await admin.put('/provider', { latitude: '' })
  expect([one.status, one.body.errors]).toEqual([
    422,
    { latitude: ['Please enter latitude and longitude, or neither.'] },
  ])
  expect((await admin.put('/provider', { travel_speed_kmh: 500 })).status).toBe(422)
  const cleared = await admin.put('/provider', { latitude: '', longitude: '', travel_speed_kmh: '' })
  expect(cleared.body.data).toMatchObject(none)
})

test('the practice sets the number of days after which an offline device is locked', async () => {
  expect((await factory.anonymous.get('/provider')).body.data).toMatchObject({ offline_days: 7 })
  expect((await admin.put('/provider', { offline_days: 14 })).body.data).toMatchObject({ offline_days: 14 })
  expect((await admin.put('/provider', { phone: '+1 403 555 0180' })).body.data).toMatchObject({ offline_days: 14 })
  for (const offline_days of [0, 31, 2.5]) {
    const { status, body } = await admin.put('/provider', { offline_days })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['offline_days']])
  }
  expect((await admin.put('/provider', { offline_days: '' })).body.data).toMatchObject({ offline_days: 7 })
})
