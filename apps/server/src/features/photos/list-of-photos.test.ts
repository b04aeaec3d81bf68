import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'

const factory = await createSharedFactory()

test('the list of all photos has exact totals while photos, animals and tickets go and move', async () => {
  const { client: one, site } = await factory.client()
  const { client: other, site: elsewhere } = await factory.client()
  const admin = await factory.user('Admin')
  const bytes = await phoneJpeg(30, 20)
  const animalWithPhotos = async (by: TestUser, postMortemId: string, photos: number) => {
    const animal = await factory.animal(by, postMortemId)
    const files = Array.from({ length: photos }, (_, index) => ({ name: `${index}.jpg`, bytes }))
    const answer = await uploadPhotos(factory, by, animal.id, files)
    expect(answer.status).toBe(201)
    return { ...animal, photos: answer.body.data as { id: string }[] }
  }
  const counted = async (by: TestUser) => {
    const { data, meta } = (await by.get('/medias?per_page=9999')).body
    expect(data).toHaveLength(meta.total)
    const same = (await by.get('/medias?filter[media_attachable_type]=VeterinaryRecordAnimal')).body
    expect(same.meta.total).toBe(meta.total)
    return meta.total
  }
  const [kept, deleted, moved] = [
    await factory.draftPostMortem(one, site),
    await factory.draftPostMortem(one, site),
    await factory.draftPostMortem(admin, site),
  ]
  const first = await animalWithPhotos(one, kept.id, 3)
  const second = await animalWithPhotos(one, kept.id, 2)
  await animalWithPhotos(one, deleted.id, 1)
  await animalWithPhotos(admin, moved.id, 4)
  expect([await counted(one), await counted(other), await counted(admin)]).toEqual([10, 0, 10])
  await one.delete(`/medias/${first.photos[0]?.id}`)
  await one.delete(`/veterinary-record-animals/${second.id}`)
  await one.delete(`/post-mortems/${deleted.id}`)
  expect([await counted(one), await counted(other), await counted(admin)]).toEqual([6, 0, 6])
  const otherSite = { customer_id: elsewhere.customerId, site_id: elsewhere.id }
  expect((await admin.put(`/post-mortems/${moved.id}`, otherSite)).status).toBe(200)
  expect([await counted(one), await counted(other), await counted(admin)]).toEqual([2, 4, 6])
  expect((await one.get('/medias?filter[media_attachable_type]=Training')).body.meta.total).toBe(0)
})
