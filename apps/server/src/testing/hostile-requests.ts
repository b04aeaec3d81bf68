import fc from 'fast-check'
import type { ExampleRequest, Operation } from './openapi-contract.ts'
import { exampleRequests } from './openapi-contract.ts'

/** Values that caused bugs: not representable in PostgreSQL, JSON, dates or numbers, or no text. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'Pen\u00007',
  '\uD800',
  'half \uDC00 pair',
  '\u202E',
  '0000-01-01',
  '0000-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
  '2026-02-30',
  '2026-11-22T25:61:61Z',
  '1e308',
  '-1e308',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '99999999999999999999',
  'CHM-999999999',
  '%',
  '\\',
  "'; drop table users; --",
  '{"a":1}',
  '[object Object]',
  'x'.repeat(5000),
  '00000000-0000-0000-0000-000000000000',
  '01990000-0000-7000-8000-000000000001',
  'true',
  '-',
  '1,2,3',
  '__proto__',
]
const hostileText = fc.oneof(
  { arbitrary: fc.constantFrom(...hostileTexts), weight: 4 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
)
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 6 },
  { arbitrary: fc.constantFrom(0, -1, 1e9, 1e308, -0, 0.1, 2 ** 31, 2 ** 53, true, false, null), weight: 3 },
  {
    arbitrary: fc.constantFrom([], {}, [null], [[]], { min: {} }, { min: 'x', max: [] }, { toString: 'x' }),
    weight: 2,
  },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
)

/** Replaces some fields with hostile values at any depth, and adds unknown fields. */
function withHostileValues(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null) return fc.oneof(fc.constant(body), hostileValue)
  if (Array.isArray(body))
    return fc.oneof(
      { arbitrary: fc.tuple(...body.map(withHostileValues)), weight: 3 },
      { arbitrary: fc.array(hostileValue, { maxLength: 3 }), weight: 1 },
    )
  const fields = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withHostileValues(value)]))
  return fc
    .tuple(fc.record(fields, { requiredKeys: [] }), fc.dictionary(hostileText, hostileValue, { maxKeys: 1 }))
    .map(([known, more]) => ({ ...known, ...more }))
}

/** Bodies that do not match their content type. */
const brokenBodies = fc.record({
  type: fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/csv',
    'text/plain',
    'application/json; charset=utf-7',
  ),
  bytes: fc.oneof(
    fc.constantFrom('{', '{"a":', '"\\u0000"', 'a[b][c]=%00', '--x\r\n\r\n', '--x--', 'name\n"a', 'note=%ED%A0%80'),
    fc.string({ unit: 'binary', maxLength: 60 }),
  ),
})

export interface HostileRequest extends ExampleRequest {
  bytes?: string
}

/** Documented requests with hostile body, query, path id or headers. */
export function hostileRequests(operations: Operation[]): fc.Arbitrary<HostileRequest> {
  return fc.constantFrom(...operations).chain((operation) => {
    const [example = { name: 'bare', url: operation.path, method: operation.method }] = exampleRequests(operation)
    const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
    const operators = ['', ':isnull', ':gt', ':gte', ':lt', ':lte', ':like', ':x']
    const name = fc
      .tuple(
        fc.constantFrom(...names, 'filter[pin]', 'page', 'per_page', 'sort', 'filter'),
        fc.constantFrom(...operators),
      )
      .map(([one, operator]) => one.replace(/\]$/, `${operator}]`))
    const query = fc.array(fc.tuple(name, hostileText), { maxLength: 3 })
    const id = fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, { arbitrary: hostileText, weight: 1 })
    const header = fc.constantFrom('', '"1"', 'W/"x"', '*', '"99999999999999999999"', 'x'.repeat(300))
    const body = fc.oneof(
      { arbitrary: withHostileValues(example.body).map((spoilt) => ({ body: spoilt })), weight: 5 },
      { arbitrary: brokenBodies, weight: 1 },
    )
    return fc.tuple(query, id, header, header, body).map(([hostileQuery, other, ifMatch, key, sent]) => {
      const url = other === null ? example.url : operation.path.replace('{id}', encoded(other))
      const search = hostileQuery.map(([field, value]) => `${encoded(field)}=${encoded(value)}`).join('&')
      const headers = { ...(ifMatch && { 'if-match': ifMatch }), ...(key && { 'idempotency-key': key }) }
      const request = { name: operation.operationId, method: operation.method, url: `${url}?${search}`, headers }
      if (example.body === undefined) return request
      return { ...request, ...(example.type && { type: example.type }), ...sent }
    })
  })
}

/** Unpaired surrogates have no URL encoding; sends their bytes as some clients do. */
const encoded = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')
