import { constants, limits } from '@chisholm/domain/constants'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitFor } from '../../testing/wait-for.ts'

const log: string[] = []
const factory = await createSharedFactory({ LOG_LEVEL: 'info' }, { write: (line: string) => void log.push(line) })
const linesOf = (requestId: unknown) =>
  log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['requestId'] === requestId)

const error = { message: 'Cannot read it', stack: 'Error: Cannot read it\n    at Ticket', path: '/a/postmortem/add' }

test('an error of the web app is logged under the request id that the user sees', async () => {
  const { client } = await factory.client()
  const { status, body, headers } = await client.post('/client-errors', error)
  expect([status, body.data.id]).toEqual([201, headers['x-request-id']])
  const line = await waitFor(() => {
    const found = linesOf(body.data.id).find(({ msg }) => msg === 'client error')
    if (!found) throw new Error('no line of the error yet')
    return found
  })
  expect(line).toMatchObject({ level: 'warn', userId: client.id, clientError: error })
})

test('anonymous, too long and too many reports are rejected', async () => {
  const { client } = await factory.client()
  expect((await factory.anonymous.post('/client-errors', error)).status).toBe(401)
  const { messageMax, bodyMax } = constants.clientError
  expect((await client.post('/client-errors', { message: 'x'.repeat(messageMax + 1) })).status).toBe(422)
  expect((await client.post('/client-errors', { ...error, more: 'x'.repeat(bodyMax) })).status).toBe(413)
  const { count } = limits.clientErrors
  for (let sent = 0; sent < count; sent++) expect((await client.post('/client-errors', error)).status).toBe(201)
  const refused = await client.post('/client-errors', error)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
})
