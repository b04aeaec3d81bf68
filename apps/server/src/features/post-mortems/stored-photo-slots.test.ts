import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForLocks } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { client, site } = await factory.client()
const ticket = await factory.pendingPostMortem(client, site)

/** The slots in the library, those in use first to last. */
const inLibrary = async () =>
  (await admin.get('/photo-slots?sort=position,name&per_page=100')).body.data.map(
    ({ name, hint, required }: { name: string; hint: string | null; required: boolean }) => [name, hint, required],
  )
const ofTicket = async () =>
  (
    await client.get(`/post-mortems/${ticket.id}`)
  ).body.data.veterinary_record.veterinary_record_animals[0].photo_slots.map(
    ({ name, hint, required }: { name: string; hint: string | null; required: boolean }) => [name, hint, required],
  )

test('animals show the photo slots of the library after any change of them', async () => {
  const add = async (name: string) => (await admin.post('/photo-slots', { name, hint: `${name}?` })).body.data.id
  const hoof = await add('Hoof')
  expect(await ofTicket()).toEqual(await inLibrary())
  for (const change of [{ name: 'Left hoof' }, { hint: 'From below' }, { required: 1 }, { position: 1 }])
    expect((await admin.put(`/photo-slots/${hoof}`, change)).status).toBe(200)
  expect(await ofTicket()).toEqual(await inLibrary())
  expect((await ofTicket())[0]).toEqual(['Left hoof', 'From below', true])
  expect((await admin.delete(`/photo-slots/${hoof}`)).status).toBe(200)
  expect(await ofTicket()).toEqual(await inLibrary())
})

test('of slots that are changed at once, animals show every change', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `Joint ${index}`)
  const added = await Promise.all(names.map((name) => admin.post('/photo-slots', { name })))
  await Promise.all(
    added.map(({ body }, index) => admin.put(`/photo-slots/${body.data.id}`, { hint: `Hint ${index}` })),
  )
  const shown = await ofTicket()
  expect(shown).toEqual(await inLibrary())
  expect(shown.filter(([, hint]: [string, string | null]) => hint?.startsWith('Hint '))).toHaveLength(8)
})

test('two transactions that commit one after the other both count', async () => {
  for (const name of ['Liver', 'Heart']) await admin.post('/photo-slots', { name })
  const [one, other] = [await factory.pool.connect(), await factory.pool.connect()]
  try {
    for (const connection of [one, other]) await connection.query('begin')
    await one.query("update library_entries set hint = 'first' where list = 'photo-slots' and name = 'Liver'")
    await other.query("update library_entries set hint = 'second' where list = 'photo-slots' and name = 'Heart'")
    await one.query('set constraints all immediate')
    const committed = other.query('commit')
    await waitForLocks(factory.db, 1)
    await one.query('commit')
    await committed
  } finally {
    one.release()
    other.release()
  }
  expect(await ofTicket()).toEqual(await inLibrary())
  expect((await ofTicket()).map(([, hint]: [string, string | null]) => hint)).toEqual(
    expect.arrayContaining(['first', 'second']),
  )
})
