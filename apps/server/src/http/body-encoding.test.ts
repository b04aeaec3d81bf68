import { expect, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')

const postBreed = (type: string, payload: Buffer) =>
  factory.app.inject({
    method: 'POST',
    url: '/api/v1/breeds',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
    payload,
  })
const [json, form] = ['application/json', 'application/x-www-form-urlencoded']

test.each([
  ['JSON with a byte of Latin-1', json, Buffer.from('{"name":"caf\xe9"}', 'latin1')],
  ['a form with a byte of Latin-1', form, Buffer.from('name=caf\xe9', 'latin1')],
  ['a form with a percent-encoded byte of Latin-1', form, Buffer.from('name=caf%E9')],
])('%s is malformed instead of being stored with a broken letter', async (_what, type, body) => {
  const answer = await postBreed(type, body)
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'The body is no valid UTF-8.'])
})

test('a multipart form with a byte of Latin-1 is malformed, too', async () => {
  const body = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\ncaf\xe9\r\n--x--\r\n'
  const answer = await postBreed('multipart/form-data; boundary=x', Buffer.from(body, 'latin1'))
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'The body is no valid UTF-8.'])
})

test('a write without a body is accepted with the content type that many clients send anyway', async () => {
  for (const type of [json, form]) {
    const { statusCode } = await factory.app.inject({
      method: 'POST',
      url: '/api/v1/notifications/read-all',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
      payload: '',
    })
    expect([type, statusCode]).toEqual([type, 200])
  }
  // where fields are required, each is named
  expect((await postBreed(json, Buffer.from(''))).statusCode).toBe(422)
})

test.each([
  ['JSON', json, Buffer.from('{"name":"Café à la crème"}'), 'Café à la crème'],
  ['JSON with a byte order mark', json, Buffer.from('\uFEFF{"name":"Größe"}'), 'Größe'],
  ['a form', form, Buffer.from('name=Na%C3%AFve+caf%C3%A9'), 'Naïve café'],
  ['a form with a lone percent sign', form, Buffer.from('name=100% caf%C3%A9'), '100% caf%C3%A9'],
])('%s in UTF-8 is stored as it was written', async (_what, type, body, expected) => {
  const answer = await postBreed(type, body)
  expect([answer.statusCode, answer.json().data?.name]).toEqual([201, expected])
})
