import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const records = '/veterinary-record-animals'
const rfid = '982000001088420'

const save = async (by: TestUser, postMortemId: string, fields: object = { rfid }) => {
  const { status, body } = await by.post(records, { veterinary_record_id: postMortemId, ...fields })
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
    rfid,
  })
  const fields = { rfid, customer_record_at: '2026-11-01' }
  const one = await save(client, first.id, fields)
  expect(one.seen).toEqual([])
  // normalised to 15 digits, whatever the reader sends
  const two = await save(client, second.id, { ...fields, rfid: 'LA 982 000001088420' })
  expect(two.seen).toEqual([seen(first)])
  expect((await save(client, third.id, fields)).seen).toEqual([seen(second), seen(first)])
  expect((await save(client, third.id, { tag: 'Y 1' })).seen).toEqual([])
  expect((await save(client, third.id, { rfid: '982000001088421' })).seen).toEqual([])

  // records of other customers are not visible
  const foreign = await factory.draftPostMortem(otherClient, elsewhere)
  expect((await save(otherClient, foreign.id, fields)).seen).toEqual([])
  const put = async (by: TestUser, id: string, body: object) =>
    (await by.put(`${records}/${id}`, body)).body.seen_before
  expect(await put(vet, one.id, { pen: '3' })).toEqual([seen(foreign), seen(third), seen(second)])
  expect(await put(client, one.id, { pen: '4' })).toEqual([seen(third), seen(second)])
  expect(await put(client, one.id, { rfid: '' })).toEqual([])

  // a repeated request gets the same response, and deleted records are not visible
  const again = { veterinary_record_id: third.id, id: '01990000-0000-7000-8000-0000000005ee', ...fields }
  const answers = [await client.post(records, again), await client.post(records, again)]
  expect(answers[0]?.body.seen_before).toEqual([seen(third), seen(second)])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  await client.delete(`${records}/${two.id}`)
  expect(await put(client, again.id, { rfid })).toEqual([seen(third)])
  // reading does not return it
  expect((await client.get(`${records}/${again.id}`)).body).not.toHaveProperty('seen_before')
})

test('a ticket that is created with its animals lists the tickets of their RFIDs, too', async () => {
  const { client, site } = await factory.client()
  const { client: otherClient, site: elsewhere } = await factory.client()
  const [known, twice] = ['982000001088500', '982000001088501']
  const create = async (by: TestUser, at: typeof site, more: object) =>
    (await by.post('/post-mortems', { site_id: at.id, record_at: '2026-11-01', ...more })).body
  await create(otherClient, elsewhere, { animals: [{ rfid: known }] })
  const first = await create(client, site, { animals: [{ rfid: known }, { tag: '1' }, { tag: '2' }] })
  expect(first.seen_before).toEqual([])
  const whole = { id: uuidv7(), animals: [{ rfid: `982 ${known.slice(3)}` }, { rfid: twice }, { rfid: twice }] }
  const second = await create(client, site, whole)
  const seenOf = ({ seen_before }: { seen_before: { post_mortem_id: string; rfid: string }[] }) =>
    seen_before.map(({ post_mortem_id, rfid }) => [post_mortem_id, rfid])
  // the RFID tells which of the ticket's animals it is
  expect(seenOf(second)).toEqual([
    [whole.id, twice],
    [whole.id, twice],
    [first.data.id, known],
  ])
  expect(await create(client, site, whole)).toEqual(second)
  expect(await create(client, site, {})).not.toHaveProperty('seen_before')
})
