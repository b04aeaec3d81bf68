import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { client, site } = await factory.client()

test('a visit takes 60 minutes, or as many as are set with its date', async () => {
  const vet = await factory.user('Veterinarian')
  const { id, duration_minutes } = await factory.pendingPostMortem(client, site)
  expect(duration_minutes).toBe(60)
  const path = `/post-mortems/${id}`
  const answer = await vet.put(path, { scheduled_at: '2027-03-01T16:00:00Z', duration_minutes: '45' })
  expect(answer.body.data).toMatchObject({ duration_minutes: 45, veterinary_record: { duration_minutes: 45 } })
  const again = await vet.put(path, { duration_minutes: 90 })
  expect([again.status, again.body.data.veterinary_record]).toEqual([
    200,
    expect.objectContaining({ duration_minutes: 90, scheduled_at: '2027-03-01T16:00:00.000Z' }),
  ])
  expect((await vet.put(path, { scheduled_for_id: vet.id })).body.data.duration_minutes).toBe(90)
  const cards = (await vet.get(`/post-mortems?view=card&filter[id]=${id}`)).body.data
  expect(cards[0].duration_minutes).toBe(90)
  expect((await vet.put(path, { duration_minutes: '' })).body.data.duration_minutes).toBe(60)
  for (const wrong of [4, 721, 'long', 7.5])
    expect((await vet.put(path, { duration_minutes: wrong })).body.errors).toHaveProperty('duration_minutes')
  expect((await client.put(path, { duration_minutes: 30 })).status).toBe(403)
  const draft = await factory.draftPostMortem(client, site)
  expect((await vet.put(`/post-mortems/${draft.id}`, { duration_minutes: 30 })).status).toBe(409)
})

test('a date without a time is a day of the site, and e-mails show the time of the site by name', async () => {
  const { client: owner, site: far } = await factory.client()
  await admin.put(`/sites/${far.id}`, { time_zone: 'America/Halifax' })
  const { id, title } = await factory.pendingPostMortem(owner, far)
  const scheduled = async (scheduled_at: string) =>
    (await admin.put(`/post-mortems/${id}`, { scheduled_at })).body.data.veterinary_record
  expect(await scheduled('2027-07-01')).toMatchObject({
    scheduled_at: '2027-07-01T03:00:00.000Z',
    site: { time_zone: 'America/Halifax' },
  })
  await scheduled('2027-07-02T15:30:00Z')
  expect(await waitForEmail(factory.dataDir, owner.email, 'July 2nd 2027')).toContain('July 2nd 2027, 12:30 PM ADT')
  expect(title).toMatch(/^CHM-/)
})
