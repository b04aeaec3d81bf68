import { expect, test } from 'vitest'
import { constants } from '@chisholm/domain/constants'
import { createSharedFactory } from '../../testing/factory.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { runQueued } from './import-queue.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { send, read } = csvImports(factory, admin)

const refused = async (file: string | Buffer, kind = 'customers') => {
  const { status, body } = await send(kind, file)
  return [status, body.errors?.file?.[0] ?? body.message]
}

/** As many rows as fit into the largest file that is allowed. */
const filled = (row: string) => row.repeat(Math.floor((constants.imports.maxBytes - 100) / row.length))

test('an unclosed quotation mark is reported with its line, however much follows', async () => {
  const text = 'a quotation mark is opened and never closed. Close it, or take it away.'
  expect(await refused('customer,site\nA,"B\n', 'sites')).toEqual([422, `Line 2: ${text}`])
  expect(await refused('name\n"A\nB"\nC\n"D\nE\n')).toEqual([422, `Line 5: ${text}`])
  expect(await refused('"name\nA\n')).toEqual([422, `Line 1: ${text}`])
  expect(await refused(`name\nA\n"${filled('ab,cd\n')}`)).toEqual([
    422,
    expect.stringMatching(/^Line 3: the row that begins here is longer.*never closed/),
  ])
  expect(await refused(`name\n${'"'.repeat(5_000_001)}`)).toEqual([422, expect.stringMatching(/^Line 2: /)])
})

test('a NUL character is reported with its line', async () => {
  const why = expect.stringMatching(/^Line 3: there is a NUL character/)
  expect(await refused('name\r\nA\r\nB\0\r\n')).toEqual([422, why])
  expect(await refused('name\rA\rB\0\r')).toEqual([422, why])
  expect(await refused(Buffer.from('name\nRañcho\nB\0\n', 'latin1'))).toEqual([422, why])
  expect(await refused(Buffer.from('\uFEFFname\nA\nB\0\n', 'utf16le'))).toEqual([422, why])
  const many = 'name\r\n'.repeat(300_000)
  expect(await refused(`${many}\0`)).toEqual([422, expect.stringMatching(/^Line 300001: /)])
})

test('with very many problems, the first are listed and the others counted', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => `Nobody ${index},North`)
  const outcome = await read('sites?apply=1', `customer,site\n${rows.join('\n')}\n`)
  expect([outcome.applied, outcome.counts.problems, outcome.problems.length]).toEqual([false, 10_000, 200])
  expect([outcome.problems_not_shown, outcome.problems[199].line]).toEqual([9_800, 201])
  const one = await read('sites', 'customer,site\nNobody,North\n')
  expect(one.problems_not_shown).toBe(0)
})

test('rows above the limit are counted, up to a maximum', async () => {
  const { maxRows } = constants.imports
  const end = `an import takes ${maxRows}. Please split it into smaller files.`
  expect(await refused(`name\n${'a\n'.repeat(50_000)}`)).toEqual([422, `The file has 50000 rows; ${end}`])
  expect(await refused(`name\n${filled('a\n')}`)).toEqual([422, `The file has more than 200000 rows; ${end}`])
})

test('a row with too many columns and one too long are refused', async () => {
  expect(await refused(`name${',x'.repeat(2000)}\nA\n`)).toEqual([
    422,
    'The first row names 2001 columns; an import reads 1000.',
  ])
  expect(await refused(filled('a'))).toEqual([422, expect.stringContaining('longer than 1000000 characters')])
})

test('a row is refused with its line once it is too long, whatever it consists of: separators alone, or many lines of one row', async () => {
  const why = expect.stringMatching(/^Line 3: the row that begins here is longer than 1000000 characters\. /)
  expect(await refused(`name\r\nA\r\n${','.repeat(5_000_000)}`)).toEqual([422, why])
  expect(await refused(`name\nA\n${`"\n"${','.repeat(900_000)}`.repeat(3)}`)).toEqual([422, why])
  // rows of the greatest length are read
  const outcome = await read('customers', `name\n${['A', 'B'].map((name) => name.padEnd(1_000_000, ',')).join('\n')}`)
  expect([outcome.counts.rows, outcome.problems]).toEqual([2, []])
})

/** Files that are slow to read: quotation marks, many rows, long names, sites of many customers. */
const slow: [string, string, string][] = [
  ['quotation marks', 'customers', `name\n${filled('""""\n')}`],
  ['rows', 'customers', `name\n${filled('a\n')}`],
  ['an open quotation mark', 'customers', `name\n"${filled('a\n')}`],
  ['long rows', 'users', `email,phone\n${filled(`${'x'.repeat(450)}@feeders.example,1\n`)}`],
]
test.each(slow)(
  'other requests get responses while a large file of %s is read',
  { tags: 'long' },
  async (_of, kind, file) => {
    const done = new AbortController()
    const reading = send(kind, file).finally(() => done.abort())
    let answered = 0
    while (!done.signal.aborted) {
      expect((await admin.get('/status')).status).toBe(200)
      if (!done.signal.aborted) answered++
    }
    expect([200, 422]).toContain((await reading).status)
    expect(answered).toBeGreaterThan(10)
  },
)

test('a fixed number of imports run and wait; later ones get 429 with Retry-After', async () => {
  const { maxConcurrentLists: listsAtOnce, maxWaiting: waiting, retryAfter } = constants.imports
  const free = Promise.withResolvers<void>()
  let running = 0
  const work = async () => {
    running++
    await free.promise
  }
  const all = Array.from({ length: listsAtOnce + waiting }, () => runQueued('customers', work))
  await waitFor(() => expect(running).toBe(listsAtOnce))
  expect(() => runQueued('customers', work)).toThrow(expect.objectContaining({ kind: 'too-many', retryAfter }))
  // An import of tickets takes minutes. Other imports do not wait for it.
  await runQueued('post-mortems', async () => {})
  free.resolve()
  await Promise.all(all)
  await runQueued('customers', work)
  expect(running).toBe(listsAtOnce + waiting + 1)
})
