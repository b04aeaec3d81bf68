import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { contractOf, headerOf, type Operation, requestsOf } from './testing/contract.ts'
import { cuts, sendAndCut } from './testing/cut-requests.ts'
import { exampleWorld } from './testing/example-world.ts'
import { givenForAll } from './testing/given.ts'
import { send } from './testing/send-example.ts'

const given = await givenForAll()
const world = await exampleWorld(given)
const address = await given.app.listen({ host: '127.0.0.1', port: 0 })
const contract = contractOf((await given.app.inject('/api/v1/openapi.json')).json())

/** What a key makes repeatable: what has none is public or answers with secrets, and who signed out has nobody's keys. */
const withBody = contract.operations.filter(
  (operation) =>
    operation.requestBody &&
    headerOf(operation, 'Idempotency-Key') !== undefined &&
    operation.operationId !== 'signOut',
)

const auditLines = async () => {
  const { rows } = await sql<{ lines: number }>`select count(*)::int as lines from audit_entries`.execute(given.db)
  return rows[0]?.lines ?? 0
}

const patience = { timeout: 15_000 }

/** No request is being worked on under this key any more. */
const settled = async (key: string) => {
  const { rows } = await sql`
    select from idempotency_keys where key = ${key} and answer_status is null and server is not null`.execute(given.db)
  expect(rows).toEqual([])
}

async function exampleOf(operation: Operation) {
  const [first] = requestsOf(operation)
  if (!first) throw new Error(`${operation.operationId} has no example`)
  return world.real({ ...first, headers: {} }, operation.path)
}

const callerOf = ({ tags }: Operation) => (tags[0] === 'imports' ? given.person('SuperAdmin') : world.admin)

test.each(withBody.map((operation) => [operation.operationId, operation] as [string, Operation]))(
  '%s whose connection breaks before, in or after its body can be sent again, and has happened once',
  async (_name, operation) => {
    const { token } = await callerOf(operation)
    const alone = await exampleOf(operation)
    const start = await auditLines()
    expect((await send(given.app, token, alone)).statusCode).toBe(operation.success)
    const lines = (await auditLines()) - start
    for (const cut of cuts) {
      const key = `${operation.operationId} cut ${cut}`
      const request = { ...(await exampleOf(operation)), headers: { 'idempotency-key': key } }
      const before = await auditLines()
      await sendAndCut(address, token, request, cut)
      const again = await vi.waitFor(async () => {
        await settled(key)
        const answer = await send(given.app, token, request)
        expect([answer.statusCode, answer.body]).toEqual([operation.success, answer.body])
        return answer
      }, patience)
      expect([cut, (await auditLines()) - before]).toEqual([cut, lines])
      expect((await send(given.app, token, request)).body).toBe(again.body)
    }
  },
)

test('connections that break leave no file behind', async () => {
  await vi.waitFor(async () => expect(await readdir(path.join(given.dataDir, 'uploads'))).toEqual([]))
})
