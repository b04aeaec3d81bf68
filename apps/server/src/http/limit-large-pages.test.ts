import { expect, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'

const factory = await createSharedFactory()

test('large pages of one account do not delay others', async () => {
  const [greedy, other] = [await factory.client(), await factory.client()]
  await factory.draftPostMortem(greedy.client, greedy.site)
  const done: string[] = []
  const ask = async ({ client }: typeof greedy, name: string) => {
    expect((await client.get('/post-mortems?per_page=9999')).status).toBe(200)
    done.push(name)
  }
  const many = Array.from({ length: 12 }, () => ask(greedy, 'greedy'))
  await Promise.all([...many, ask(other, 'other')])
  expect(done).toHaveLength(13)
  expect(done.indexOf('other')).toBeLessThan(4)
})

test('a rejected large page releases its slot', async () => {
  const { client } = await factory.client()
  for (let turn = 0; turn < 4; turn++)
    expect((await client.get('/post-mortems?per_page=9999&sort=colour')).status).toBe(400)
  expect((await client.get('/post-mortems?per_page=9999')).status).toBe(200)
})
