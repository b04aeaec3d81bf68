import { expect, test } from 'vitest'
import {
  readContract,
  type ExampleRequest,
  headerExample,
  type Operation,
  exampleRequests,
} from './testing/openapi-contract.ts'
import { exampleFixtures } from './testing/example-fixtures.ts'
import { createSharedFactory } from './testing/factory.ts'
import { concurrentCallers, concurrentRequests, countStatuses } from './testing/concurrent-requests.ts'
import { injectExample } from './testing/send-example.ts'
import { exampleIds } from './http/openapi/example-values.ts'

const factory = await createSharedFactory()
const fixtures = await exampleFixtures(factory)
const contract = readContract((await factory.app.inject('/api/v1/openapi.json')).json())
const { sendOnce: once, sendConcurrently: together } = concurrentRequests(factory)

const writing = contract.operations.filter(({ method }) => method !== 'GET')
const named = (operations: Operation[]) =>
  // cast: `map` returns an array, not a tuple
  operations.map((operation) => [operation.operationId, operation] as [string, Operation])

/** Operations not raced here, with the test that races them or the reason why nothing can. */
const racedElsewhere: Record<string, string> = {
  signIn: 'every right password opens a sign-in of its own',
  answerChallenge: 'auth.test.ts: four first sign-ins with one session',
  refreshSignIn: 'auth.test.ts: ten refreshes at once with one token',
  requestPasswordReset: 'each request mails a code; the newest counts',
  confirmPasswordReset: 'auth.test.ts: four confirmations with one code',
  updatePassword: 'the last password counts; others’ sign-ins end each time',
  confirmPassword: 'confirming twice is confirming',
  readSecondStep: 'gives another challenge each time',
  answerSecondStep: 'second-factor.test.ts: one session, one sign-in',
  beginAuthenticator: 'the last secret counts, until one is confirmed',
  confirmAuthenticator: 'second-factor.test.ts: a code counts once',
  beginPasskey: 'gives another challenge each time',
  addPasskey: 'passkeys.test.ts: a challenge is answered once',
  renewRecoveryCodes: 'the last ten codes count',
  createCalendarFeed: 'calendar-feeds.test.ts: of feeds made at once one is left',
}

/** An authorised user; a new one for signing out and imports. */
const callerOf = ({ tags, operationId }: Operation) =>
  ['auth', 'imports'].includes(tags[0] ?? '') || ['signOut', 'endEverySignIn'].includes(operationId)
    ? factory.user('SuperAdmin')
    : fixtures.admin

async function exampleOf(operation: Operation): Promise<ExampleRequest> {
  const [first = { name: 'bare', url: operation.path, method: operation.method, headers: {} }] =
    exampleRequests(operation)
  return fixtures.withRealValues({ ...first, headers: {} }, operation.path)
}

/** Current ETag of the changed resource. */
async function etagOf(token: string, url: string): Promise<string> {
  for (const readUrl of [url, url.replace(/\/[^/]+$/, ''), url.replace(/(?:\/[^/]+){2}$/, '')]) {
    const answer = await injectExample(factory.app, token, { name: 'read', url: readUrl, method: 'GET' })
    if (answer.statusCode === 200 && answer.headers.etag) return String(answer.headers.etag)
  }
  throw new Error(`${url} has no ETag`)
}

const takesKey = writing.filter((operation) => headerExample(operation, 'Idempotency-Key') !== undefined)
/** Their ETag is in no response, so that whoever sends one has another. */
const withoutReadableVersion = ['deleteComment', 'deleteCalendarFeed']
const takesVersion = writing.filter(
  (operation) =>
    headerExample(operation, 'If-Match') !== undefined && !withoutReadableVersion.includes(operation.operationId),
)
const takesId = writing.filter((operation) => JSON.stringify(operation.requestBody ?? '').includes(exampleIds.newId))
const deletes = writing.filter(({ method, operationId }) => method === 'DELETE' && !(operationId in racedElsewhere))

test('every operation that writes is raced', () => {
  const raced = [...takesKey, ...takesVersion, ...takesId, ...deletes].map(({ operationId }) => operationId)
  const missing = writing.filter(({ operationId }) => !raced.includes(operationId) && !(operationId in racedElsewhere))
  expect(missing.map(({ operationId }) => operationId)).toEqual([])
})

test.each(named(takesKey))(
  '%s takes effect once and has one response when sent concurrently under one key',
  async (_name, operation) => {
    const caller = await callerOf(operation)
    const alone = await once(caller.token, await exampleOf(operation))
    expect(alone.answers[0]?.statusCode).toBe(operation.success)

    const again = await callerOf(operation)
    const headers = { 'idempotency-key': `race ${operation.operationId}` }
    const request = { ...(await exampleOf(operation)), headers }
    const { answers, lines } = await together(again.token, request)
    const done = answers.filter(({ statusCode }) => statusCode === operation.success)
    // 409: the first request is still running; 401: the sign-out has succeeded
    const others = answers.filter(({ statusCode }) => ![operation.success, 409, 401].includes(statusCode))
    expect([others.map(({ body }) => body), new Set(done.map(({ body }) => body)).size]).toEqual([[], 1])
    expect(lines).toBe(alone.lines)
    // a signed-out user has no idempotency keys
    if (['signOut', 'endEverySignIn'].includes(operation.operationId)) return
    const later = await injectExample(factory.app, again.token, request)
    expect([later.statusCode, later.body]).toEqual([operation.success, done[0]?.body])
  },
)

test.each(named(takesVersion))(
  'concurrent %s on the same version succeed once and write one audit entry',
  async (_name, operation) => {
    const { token } = await callerOf(operation)
    const alone = await once(token, await exampleOf(operation))
    const request = await exampleOf(operation)
    const headers = { 'if-match': await etagOf(token, request.url) }
    const { answers, lines } = await together(token, { ...request, headers })
    // a deleted resource is gone; removing a part of one increments its version
    const gone = operation.method === 'DELETE' && operation.path.includes('{') ? 404 : 412
    expect(countStatuses(answers)).toEqual({ [operation.success]: 1, [gone]: concurrentCallers - 1 })
    expect(lines).toBe(alone.lines)
  },
)

test.each(named(takesId))(
  'concurrent %s with the same id create one resource, and all get the same response',
  async (_name, operation) => {
    const { token } = await callerOf(operation)
    const withId = exampleRequests(operation).find((request) => JSON.stringify(request).includes(exampleIds.newId))
    const real = async () =>
      fixtures.withRealValues({ ...(withId ?? (await exampleOf(operation))), headers: {} }, operation.path)
    const alone = await once(token, await real())
    const { answers, lines } = await together(token, await real())
    expect(countStatuses(answers)).toEqual({ [operation.success]: concurrentCallers })
    // signed photo URLs change every hour, in a bucket every second
    expect(new Set(answers.map(({ body }) => body.replaceAll(/"(image|thumbnail)":"[^"]+"/g, ''))).size).toBe(1)
    expect(lines).toBe(alone.lines)
  },
)

test.each(named(deletes))(
  'concurrent %s take effect once: the others find nothing left to do',
  async (_name, operation) => {
    const { token } = await callerOf(operation)
    const alone = await once(token, await exampleOf(operation))
    const { answers, lines } = await together(token, await exampleOf(operation))
    const allowed = operation.path.includes('{id}') ? [operation.success, 404] : [operation.success, 401, 404]
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => !allowed.includes(status))).toEqual([])
    if (operation.path.endsWith('{id}')) expect(countStatuses(answers)[operation.success]).toBe(1)
    if (operation.path.endsWith('{id}')) expect(lines).toBe(alone.lines)
  },
)
