import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')

test('a veterinarian enters, changes and deletes its own absence', async () => {
  const answer = await vet.post('/absences', { from: '2027-07-05', to: '2027-07-16', note: ' Holidays ' })
  expect([answer.status, answer.body.data]).toEqual([
    201,
    { id: expect.any(String), user_id: vet.id, from: '2027-07-05', to: '2027-07-16', note: 'Holidays' },
  ])
  const path = `/absences/${answer.body.data.id}`
  const old = { 'if-match': String((await vet.get(path)).headers['etag']) }
  expect((await vet.put(path, { to: '2027-07-20', note: '' }, old)).body.data).toMatchObject({
    from: '2027-07-05',
    to: '2027-07-20',
    note: null,
  })
  expect((await vet.put(path, { to: '2027-07-21' }, old)).status).toBe(412)
  expect((await vet.delete(path, old)).status).toBe(412)
  expect((await vet.delete(path)).status).toBe(200)
  expect((await vet.get(path)).status).toBe(404)
  expect(await readAuditActions(factory, answer.body.data.id)).toEqual([
    'absence added',
    'absence changed',
    'absence deleted',
  ])
})

test('Admins enter, see and change the absences of everybody; veterinarians see only their own, clients none', async () => {
  const other = await factory.user('Veterinarian')
  const body = { user_id: other.id, from: '2027-01-04', to: '2027-01-04' }
  expect((await vet.post('/absences', body)).status).toBe(403)
  const { id } = (await admin.post('/absences', body)).body.data
  expect((await other.get('/absences')).body.data).toEqual([{ ...body, id, note: null }])
  const filtered = `/absences?filter[user_id]=${other.id}`
  expect((await admin.get(filtered)).body.data).toEqual([{ ...body, id, note: null }])
  expect((await vet.get(filtered)).body.data).toEqual([])
  for (const refused of [
    await vet.get(`/absences/${id}`),
    await vet.put(`/absences/${id}`, { note: 'Mine' }),
    await vet.delete(`/absences/${id}`),
  ])
    expect(refused.status).toBe(404)
  expect((await other.put(`/absences/${id}`, { user_id: vet.id })).status).toBe(403)
  expect((await admin.put(`/absences/${id}`, { note: 'Course' })).body.data.note).toBe('Course')
  const { client } = await factory.client()
  for (const refused of [
    await client.get('/absences'),
    await client.get(`/absences/${id}`),
    await client.post('/absences', { from: '2027-01-04', to: '2027-01-04' }),
    await client.delete(`/absences/${id}`),
  ])
    expect(refused.status).toBe(403)
})

test('an absence has a first and a last day, in this order, and belongs to a veterinarian', async () => {
  const { client } = await factory.client()
  expect((await vet.post('/absences', {})).body.errors).toEqual({
    from: ['Please choose a date.'],
    to: ['Please choose a date.'],
  })
  const wrong = await admin.post('/absences', {
    user_id: client.id,
    from: '2027-01-05',
    to: '2027-01-04',
    note: 'x'.repeat(201),
  })
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    {
      user_id: ['Please choose a veterinarian.'],
      to: ['Please choose a last day that is not before the first.'],
      note: ['Please enter at most 200 characters.'],
    },
  ])
  expect((await vet.post('/absences', { from: '2027-02-30', to: '2027-03-01' })).status).toBe(422)
})

test('concurrent requests with the same id create one absence', async () => {
  const body = { id: uuidv7(), from: '2028-05-01', to: '2028-05-02' }
  const all = await Promise.all(Array.from({ length: 5 }, () => vet.post('/absences', body)))
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await readAuditActions(factory, body.id)).toEqual(['absence added'])
  expect((await vet.post('/absences', { ...body, to: '2028-05-03' })).status).toBe(409)
  expect((await admin.post('/absences', { ...body, user_id: vet.id })).status).toBe(409)
})

test('the absences of an erased user are erased', async () => {
  const leaving = await factory.user('Veterinarian')
  const { id } = (await leaving.post('/absences', { from: '2027-04-01', to: '2027-04-02' })).body.data
  expect((await admin.delete(`/users/${leaving.id}`)).status).toBe(200)
  const superAdmin = await factory.user('SuperAdmin')
  const erased = await superAdmin.get(`/absences/${id}`)
  expect([erased.status, (await superAdmin.get(`/absences?filter[user_id]=${leaving.id}`)).body.data]).toEqual([
    404,
    [],
  ])
})
