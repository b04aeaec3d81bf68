import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const admin = await factory.user('SuperAdmin')
const { site } = await factory.client()

test.each([
  ['lots', { site_id: site.id, name: 'L 7' }],
  ['head-counts', { site_id: site.id, date: '2026-11-02', head: 10 }],
  ['absences', { from: '2027-01-04', to: '2027-01-05' }],
  ['alert-rules', { name: 'Deaths', site_id: site.id, kind: 'count', threshold: 3, days: 7 }],
  ['scheduled-reports', { name: 'Figures', every: 'week', recipients: [admin.id] }],
  ['filter-reports', { type: 'animals', name: 'All', parameters: { filter: {} } }],
  ['breeds', { name: 'Salers' }],
  ['trainings', { title: 'Bunks' }],
  ['customers', { name: 'Late Feeders' }],
  ['sites', { customer_id: site.customerId, name: 'Late Yard' }],
])('%s: a creation that is repeated after the deletion does not bring back what was deleted', async (path, body) => {
  const created = { id: uuidv7(), ...body }
  for (let times = 0; times < 2; times++) expect((await admin.post(`/${path}`, created)).status).toBe(201)
  expect((await admin.delete(`/${path}/${created.id}`)).status).toBe(200)
  expect((await admin.post(`/${path}`, created)).status).toBe(409)
  expect((await admin.get(`/${path}/${created.id}`)).status).toBe(404)
  expect((await admin.post(`/${path}`, { ...created, id: uuidv7() })).status).toBe(201)
})
