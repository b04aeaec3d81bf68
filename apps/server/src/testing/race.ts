import { sql } from 'kysely'
import type { ExampleRequest } from './contract.ts'
import type { Given } from './given.ts'
import { send } from './send-example.ts'

/** How many callers race in a test. */
export const racers = 6

type Answer = Awaited<ReturnType<typeof send>>

/** Asks for the same several times at once. */
const atOnce = <T>(ask: (index: number) => Promise<T>, count: number = racers): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))

/** Runs races against the server and counts the lines of the audit trail they leave. */
export function racesOf(given: Pick<Given, 'app' | 'db'>) {
  const auditLines = async () => {
    const { rows } = await sql<{ lines: number }>`select count(*)::int as lines from audit_entries`.execute(given.db)
    return rows[0]?.lines ?? 0
  }

  /** @returns the answers, and how many audit lines were written meanwhile */
  const audited = async (work: () => Promise<Answer[]>) => {
    const before = await auditLines()
    const answers = await work()
    return { answers, lines: (await auditLines()) - before }
  }

  return {
    once: (token: string, request: ExampleRequest) => audited(async () => [await send(given.app, token, request)]),
    together: (token: string, request: ExampleRequest) => audited(() => atOnce(() => send(given.app, token, request))),
  }
}

/** How many answers of each status there are, like `{ 200: 1, 412: 5 }`. */
export const statusesOf = (answers: { statusCode: number }[]): Record<number, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ statusCode }) => statusCode)).map(([status, some]) => [
      status,
      some?.length ?? 0,
    ]),
  )
