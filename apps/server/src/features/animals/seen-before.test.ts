import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const records = '/veterinary-record-animals'
const rfid = '982000001088420'

const save = async (by: TestUser, postMortemId: string, facts: object = { rfid }) => {
  const { status, body } = await by.post(records, { veterinary_record_id: postMortemId, ...facts })
  expect(status).toBe(201)
  return { id: String(body.data.id), seen: body.seen_before }
}

test("saving an RFID that another animal on the user's sites has lists its tickets, newest first", async () => {
  const { client, site } = await factory.client()
  const { client: otherClient, site: elsewhere } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const [first, second, third] = [
    await factory.draftPostMortem(client, site),
    await factory.draftPostMortem(client, site),
    await factory.draftPostMortem(client, site),
  ]
  const seen = ({ id, title }: { id: string; title: string }, customer_record_at = '2026-11-01') => ({
    post_mortem_id: id,
    title,
    customer_record_at,
  })
  const facts = { rfid, customer_record_at: '2026-11-01' }
  const one = await save(client, first.id, facts)
  expect(one.seen).toEqual([])
  // normalised to 15 digits, whatever the reader sends
  const two = await save(client, second.id, { ...facts, rfid: 'LA 982 000001088420' })
  expect(two.seen).toEqual([seen(first)])
  expect((await save(client, third.id, facts)).seen).toEqual([seen(second), seen(first)])
  expect((await save(client, third.id, { tag: 'Y 1' })).seen).toEqual([])
  expect((await save(client, third.id, { rfid: '982000001088421' })).seen).toEqual([])

  // records of other customers are not visible
  const foreign = await factory.draftPostMortem(otherClient, elsewhere)
  expect((await save(otherClient, foreign.id, facts)).seen).toEqual([])
  const put = async (by: TestUser, id: string, body: object) =>
    (await by.put(`${records}/${id}`, body)).body.seen_before
  expect(await put(vet, one.id, { pen: '3' })).toEqual([seen(foreign), seen(third), seen(second)])
  expect(await put(client, one.id, { pen: '4' })).toEqual([seen(third), seen(second)])
  expect(await put(client, one.id, { rfid: '' })).toEqual([])

  // a repeated request gets the same response, and deleted records are not visible
  const again = { veterinary_record_id: third.id, id: '01990000-0000-7000-8000-0000000005ee', ...facts }
  const answers = [await client.post(records, again), await client.post(records, again)]
  expect(answers[0]?.body.seen_before).toEqual([seen(third), seen(second)])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  await client.delete(`${records}/${two.id}`)
  expect(await put(client, again.id, { rfid })).toEqual([seen(third)])
  // reading does not return it
  expect((await client.get(`${records}/${again.id}`)).body).not.toHaveProperty('seen_before')
})
