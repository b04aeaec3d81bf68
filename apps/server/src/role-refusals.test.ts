import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from './testing/factory.ts'
import { exampleFixtures } from './testing/example-fixtures.ts'
import { exampleRequests, type Operation, readContract } from './testing/openapi-contract.ts'

const factory = await createSharedFactory()
const { operations, exampleQueries } = readContract((await factory.app.inject('/api/v1/openapi.json')).json())
const { site, withRealValues } = await exampleFixtures(factory)

/** The same structure, in which no value can be read. */
function spoiled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spoiled)
  if (typeof value !== 'object' || value === null) return '?'
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, spoiled(field)]))
}

/** Operations that refuse a role because of what is sent, for example a client's internal message. */
const refusedForContent = [
  'PUT /api/v1/users/{id}',
  'POST /api/v1/user-invites',
  'PUT /api/v1/post-mortems/{id}',
  'POST /api/v1/post-mortems/{id}/comments',
  'POST /api/v1/absences',
]

async function statusOf(person: TestUser, method: Operation['method'], url: string, body?: object): Promise<number> {
  await factory.pool.query('delete from rate_limits')
  const headers = { authorization: `Bearer ${person.token}` }
  const payload = body === undefined ? {} : { payload: body }
  return (await factory.app.inject({ method, url, headers, ...payload })).statusCode
}

/** An operation with values that are accepted, and the same with values that cannot be read. */
async function* requestsOf(operation: Operation) {
  const { path, method } = operation
  if (method === 'GET' && !path.includes('{')) {
    const queries = exampleQueries(operation)
    const queryOf = (value: (query: string) => string) => queries.map(value).join('&')
    yield {
      good: { url: `${path}?${queryOf((query) => query)}` },
      bad: { url: `${path}?${queryOf((query) => query.replace(/=.*/, '=?'))}` },
    }
  }
  for (const { type, ...example } of exampleRequests(operation)) {
    if (type !== 'application/json') continue
    const { url, body } = await withRealValues(example, path)
    // cast: bodies in JSON are objects
    yield { good: { url, body: body as object }, bad: { url, body: spoiled(body) as object } }
  }
}

test.each(['Client', 'Veterinarian'] as const)(
  'whatever a %s sends, what this role may not do at all is 403',
  { timeout: 300_000 },
  async (role) => {
    const refused: string[] = []
    const answeredOtherwise: string[] = []
    for (const operation of operations.filter(({ isPublic }) => !isPublic)) {
      const { method, path } = operation
      // some operations end the sign-in
      const person = await factory.user(role, [site.id])
      for await (const { good, bad } of requestsOf(operation)) {
        if ((await statusOf(person, method, good.url, good.body)) !== 403) continue
        refused.push(path)
        const status = await statusOf(person, method, bad.url, bad.body)
        const name = `${method} ${path}`
        if (status !== 403 && !refusedForContent.includes(name)) answeredOtherwise.push(`${name}: ${status}`)
      }
    }
    expect(answeredOtherwise).toEqual([])
    expect(refused.length).toBeGreaterThan(10)
  },
)
