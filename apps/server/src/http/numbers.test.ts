import { expect, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'

const factory = await createSharedFactory()
const { client, site } = await factory.client()

test.each(['0x1F', '0b11', '1_0', 'ten', '1e', '--1'])(
  '%s is no number, neither in a body nor in a query',
  async (text) => {
    const { id } = await factory.draftPostMortem(client, site)
    const animal = { veterinary_record_id: id, weight: text }
    expect((await client.post('/veterinary-record-animals', animal)).body.errors).toHaveProperty('weight')
    expect((await client.get(`/post-mortems?per_page=${text}`)).status).toBe(400)
  },
)

test.each([
  ['31', 31],
  ['31.5', 31.5],
  ['.5e2', 50],
  ['+12', 12],
  [31, 31],
])('%s is a number', async (sent, weight) => {
  const { id } = await factory.draftPostMortem(client, site)
  const answer = await client.post('/veterinary-record-animals', { veterinary_record_id: id, weight: sent })
  expect([answer.status, answer.body.data.weight]).toEqual([201, weight])
})
