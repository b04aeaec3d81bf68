import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'
import { limitLargePages } from './limit-large-pages.ts'

const factory = await createSharedFactory()

test('while a large page of one account is being built, its next ones wait and one of another account does not', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.decorateRequest('person', null)
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { person: { id: request.headers.account } })
  })
  limitLargePages(app)
  const started: unknown[] = []
  const finish = Promise.withResolvers<void>()
  app.get('/post-mortems', async (request) => {
    started.push(request.headers.account)
    if (request.headers.account === 'greedy') await finish.promise
    return []
  })
  const ask = async (account: string, method: 'GET' | 'HEAD' = 'GET') =>
    (await app.inject({ method, url: '/post-mortems?per_page=9999', headers: { account } })).statusCode

  // a request for the headers alone builds the page, too
  const greedy = Array.from({ length: 12 }, (_, index) => ask('greedy', index % 2 === 0 ? 'HEAD' : 'GET'))
  expect(await ask('other')).toBe(200)
  expect(started.filter((account) => account === 'greedy')).toHaveLength(1)
  finish.resolve()
  expect(await Promise.all(greedy)).toEqual(Array(12).fill(200))
})

test('a rejected large page releases its slot', async () => {
  const { client } = await factory.client()
  for (let turn = 0; turn < 4; turn++)
    expect((await client.get('/post-mortems?per_page=9999&sort=colour')).status).toBe(400)
  expect((await client.get('/post-mortems?per_page=9999')).status).toBe(200)
})
