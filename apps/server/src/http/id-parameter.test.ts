import { expect, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'

const factory = await createSharedFactory()

test('an id in upper case is the same id: users read and change themselves, and ids are returned in lower case', async () => {
  const { client, site } = await factory.client()
  const own = `/users/${client.id.toUpperCase()}`
  expect((await client.put(own, { city: 'Clayton' })).body.data).toMatchObject({ id: client.id, city: 'Clayton' })
  expect((await client.get(`${own}/sites`)).body.data.map(({ id }: { id: string }) => id)).toEqual([site.id])
  const postMortem = await factory.draftPostMortem(client, site)
  const id = '019D8C33-7A11-7B2E-9C4D-5E6F7A8B9C0D'
  const body = { veterinary_record_id: postMortem.id.toUpperCase(), tag: '12' }
  const created = await client.post(`/veterinary-record-animals/${id}`, body)
  expect([created.status, created.body.data.id]).toEqual([201, id.toLowerCase()])
  expect((await client.post(`/veterinary-record-animals/${id.toLowerCase()}`, body)).status).toBe(201)
})
