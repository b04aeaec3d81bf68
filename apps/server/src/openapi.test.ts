import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { exampleFixtures } from './testing/example-fixtures.ts'
import { createSharedFactory, type TestUser } from './testing/factory.ts'
import { injectExample } from './testing/send-example.ts'
import {
  readContract,
  type ExampleRequest,
  headerExample,
  type Operation,
  exampleRequests,
} from './testing/openapi-contract.ts'

const factory = await createSharedFactory()
const fixtures = await exampleFixtures(factory)
const contract = readContract((await factory.app.inject('/api/v1/openapi.json')).json())

/** Exports are rate limited, so each has its own user. */
const exporters = new Map<string, Promise<TestUser>>()
function exporterOf({ operationId }: Operation) {
  const exporter = exporters.get(operationId) ?? factory.user('SuperAdmin')
  exporters.set(operationId, exporter)
  return exporter
}

/** An authorised user; operations that end a session get their own. */
function callerOf(operation: Operation) {
  if (operation.tags[0] === 'exports') return exporterOf(operation)
  return operation.tags[0] === 'auth' ? factory.user('SuperAdmin') : fixtures.admin
}

/** Valid examples that are rejected, because only a passkey device can create a valid response. */
const madeByDevices = ['addPasskey phone', 'answerSecondStep passkey']

/** Sends a request and expects a documented response. */
async function expectDocumentedResponse(operation: Operation, request: ExampleRequest, status?: number) {
  const { token } = operation.isPublic ? factory.anonymous : await callerOf(operation)
  const answer = await injectExample(factory.app, token, request)
  const label = `${operation.operationId} ${request.name}`
  expect([label, answer.statusCode, answer.body]).toEqual([label, status ?? operation.success, answer.body])
  expect([label, contract.responseErrors(operation, answer)]).toEqual([label, []])
  return answer
}

/** Filters without operators: an export accepts those of its list. */
const filtersOf = (operation: Operation) =>
  contract.exampleQueries(operation).filter((query) => /^filter\[[^:\]]+\]=/.test(query))

test('it is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate({ ...contract.document })
  expect([valid, errors]).toEqual([true, undefined])
  expect(validator.version).toBe('3.1')
})

test('every operation has a unique id, a summary, a tag and security', () => {
  const names = contract.operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const operation of contract.operations) {
    expect(operation.operationId).toMatch(/^[a-z]+[A-Z]\w+$/)
    expect([operation.operationId, operation.summary.length > 5, operation.tags.length]).toEqual([
      operation.operationId,
      true,
      1,
    ])
  }
})

test('every operation that takes an id or a body shows an example', () => {
  const without = contract.operations
    .filter(({ path, requestBody }) => path.includes('{') || requestBody)
    .filter((operation) => exampleRequests(operation).length === 0)
  expect(without.map(({ operationId }) => operationId)).toEqual([])
})

test('every example matches its schema', () => {
  for (const operation of contract.operations) expect(contract.exampleErrors(operation)).toEqual([])
})

describe('responses match the document', () => {
  test('to every example of a body and of a path; an If-Match counts only where it is documented', async () => {
    for (const operation of contract.operations)
      for (const example of exampleRequests(operation)) {
        const status = madeByDevices.includes(`${operation.operationId} ${example.name}`) ? 422 : undefined
        const request = { ...example, headers: { 'if-match': '"999"', ...example.headers } }
        await expectDocumentedResponse(operation, await fixtures.withRealValues(request, operation.path), status)
      }
  })

  test('to every parameter of a query, and to none', { tags: 'long' }, async () => {
    for (const operation of contract.operations.filter(({ method }) => method === 'GET')) {
      const [bare = { name: 'bare', url: operation.path, method: 'GET' }] = exampleRequests(operation)
      const here = await fixtures.withRealValues(bare, operation.path)
      await expectDocumentedResponse(operation, here)
      for (const query of contract.exampleQueries(operation))
        await expectDocumentedResponse(
          operation,
          await fixtures.withRealValues({ ...here, name: query, url: `${here.url}?${query}` }, operation.path),
        )
    }
  })

  test('filters never cause a server error', { tags: 'long' }, async () => {
    // the lists of one query share one set of rules: testing one is enough
    const lists = Map.groupBy(contract.operations, (operation) => filtersOf(operation).join('&'))
    for (const [queries, [operation]] of lists) {
      const filters = queries.split('&').filter(Boolean)
      if (!operation || operation.path.includes('{')) continue
      for (const op of ['isnull', 'gt', 'gte', 'lt', 'lte', 'like'])
        for (const value of ['true', 'CHM-5', '2026-11-20']) {
          const urls = filters.map((query) => `${operation.path}?${query.replace(/\]=.*/, `:${op}]=${value}`)}`)
          const responses = urls.map((url) =>
            injectExample(factory.app, fixtures.admin.token, { name: url, url, method: 'GET' }),
          )
          const failed = (await Promise.all(responses)).flatMap(({ statusCode }, index) =>
            [200, 400].includes(statusCode) ? [] : [urls[index]],
          )
          expect(failed).toEqual([])
        }
    }
  })

  test('without signing in, and with an outdated version', async () => {
    for (const operation of contract.operations.filter(({ isPublic }) => !isPublic)) {
      const [bare = { name: 'bare', url: operation.path, method: operation.method }] = exampleRequests(operation)
      const anonymousResponse = await injectExample(factory.app, '', bare)
      expect([
        operation.operationId,
        anonymousResponse.statusCode,
        contract.responseErrors(operation, anonymousResponse),
      ]).toEqual([operation.operationId, 401, []])
      if (headerExample(operation, 'If-Match') === undefined) continue
      const old = { ...(await fixtures.withRealValues(bare, operation.path)), headers: { 'if-match': '"999"' } }
      await expectDocumentedResponse(operation, old, 412)
    }
  })

  test('with a repeated key', { tags: 'long' }, async () => {
    for (const operation of contract.operations) {
      const [first] = exampleRequests(operation)
      const key = headerExample(operation, 'Idempotency-Key')
      if (!first || key === undefined) continue
      const { token } = await callerOf(operation)
      const headers = { 'idempotency-key': `${key} ${operation.operationId}` }
      const request = { ...(await fixtures.withRealValues(first, operation.path)), headers }
      const before = await injectExample(factory.app, token, request)
      expect([operation.operationId, before.statusCode]).toEqual([operation.operationId, operation.success])
      // a signed-out user has no idempotency keys
      if (operation.operationId === 'signOut') continue
      const again = await injectExample(factory.app, token, request)
      expect([operation.operationId, again.body]).toEqual([operation.operationId, before.body])
      expect([operation.operationId, again.headers['etag']]).toEqual([operation.operationId, before.headers['etag']])
      expect([operation.operationId, again.headers['idempotency-replayed']]).toEqual([operation.operationId, 'true'])
    }
  })
})
