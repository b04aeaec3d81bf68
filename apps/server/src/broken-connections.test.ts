import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { abortPoints, sendAndAbort } from './testing/abort-request.ts'
import { countAuditEntries } from './testing/audit-entries.ts'
import { createSharedFactory } from './testing/factory.ts'
import { idempotentOperations } from './testing/idempotent-operations.ts'
import { injectExample } from './testing/send-example.ts'
import { waitFor } from './testing/wait-for.ts'

const factory = await createSharedFactory()
const { operations, createExample } = await idempotentOperations(factory)
const address = await factory.app.listen({ host: '127.0.0.1', port: 0 })

/** Waits until no request with this key is in progress. */
const settled = async (key: string) => {
  const { rows } = await sql`
    select from idempotency_keys where key = ${key} and answer_status is null and server is not null`.execute(
    factory.db,
  )
  expect(rows).toEqual([])
}

/** Every fourth operation is tested with the others of its kind; the rest repeats them, with `npm run test:long`. */
for (const [index, operation] of operations.entries())
  test(
    `${operation.operationId} whose connection breaks before, in or after its body can be retried and takes effect once`,
    index % 4 === 0 ? {} : { tags: 'long' },
    async () => {
      const baseline = await createExample(operation)
      const start = await countAuditEntries(factory.db)
      expect((await injectExample(factory.app, baseline.token, baseline)).statusCode).toBe(operation.success)
      const lines = (await countAuditEntries(factory.db)) - start
      for (const cut of abortPoints) {
        const request = await createExample(operation)
        const key = request.headers?.['idempotency-key'] ?? ''
        const before = await countAuditEntries(factory.db)
        await sendAndAbort(address, request.token, request, cut)
        const again = await waitFor(async () => {
          await settled(key)
          const answer = await injectExample(factory.app, request.token, request)
          expect([answer.statusCode, answer.body]).toEqual([operation.success, answer.body])
          return answer
        })
        expect([cut, (await countAuditEntries(factory.db)) - before]).toEqual([cut, lines])
        expect((await injectExample(factory.app, request.token, request)).body).toBe(again.body)
      }
    },
  )

test('broken connections leave no files behind', async () => {
  await waitFor(async () => expect(await readdir(path.join(factory.dataDir, 'uploads'))).toEqual([]))
})
