import { NIL } from 'uuid'
import { expect, test } from 'vitest'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')

const usual = {
  device_name: '',
  service_uuid: '0000ffe0-0000-1000-8000-00805f9b34fb',
  characteristic_uuid: '0000ffe1-0000-1000-8000-00805f9b34fb',
  scan_format: 'notify',
  result_from: 9,
  result_to: -6,
}

test('everybody signed in reads the settings of the specification until an Admin or SuperAdmin changes them', async () => {
  const { client } = await factory.client()
  const vet = await factory.user('Veterinarian')
  for (const person of [client, vet]) {
    expect((await person.get('/scanner-settings')).body.data).toEqual(usual)
    expect((await person.put('/scanner-settings', { device_name: 'X' })).status).toBe(403)
  }
  const sent = { device_name: ' STICK ', service_uuid: '6E400001-B5A3-F393-E0A9-E50E24DCCA9E', result_from: '0' }
  const changed = { ...usual, device_name: 'STICK', service_uuid: sent.service_uuid.toLowerCase(), result_from: 0 }
  expect((await admin.put('/scanner-settings', sent)).body.data).toEqual(changed)
  expect((await vet.get('/scanner-settings')).body.data).toEqual(changed)
  const superAdmin = await factory.user('SuperAdmin')
  expect((await superAdmin.put('/scanner-settings', { device_name: '' })).body.data.device_name).toBe('')
  expect((await readAuditEntries(factory, NIL)).map((line) => [line.action, line.user_id])).toEqual([
    ['scanner settings changed', admin.id],
    ['scanner settings changed', superAdmin.id],
  ])
})

test('each invalid setting has an error text', async () => {
  const refused = await admin.put('/scanner-settings', {
    device_name: 'R'.repeat(249),
    service_uuid: '',
    characteristic_uuid: 'none',
    result_from: -1,
    result_to: 'x',
  })
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual({
    device_name: ['A device name has at most 248 characters.'],
    service_uuid: ['Service UUID is required.'],
    characteristic_uuid: [expect.stringContaining('A UUID has 32 hexadecimal digits')],
    result_from: ['Please enter 0 or more.'],
    result_to: [expect.stringContaining('after the start')],
  })
})

test('an outdated version is rejected', async () => {
  const old = { 'if-match': String((await admin.get('/scanner-settings')).headers['etag']) }
  expect((await admin.put('/scanner-settings', { device_name: 'A' }, old)).status).toBe(200)
  expect((await admin.put('/scanner-settings', { device_name: 'B' }, old)).status).toBe(412)
  expect((await admin.get('/scanner-settings')).body.data.device_name).toBe('A')
})
