import { countAuditEntries } from './audit-entries.ts'
import type { ExampleRequest } from './openapi-contract.ts'
import type { Factory } from './factory.ts'
import { injectExample } from './send-example.ts'

/** Number of concurrent callers. */
export const concurrentCallers = 6

type Answer = Awaited<ReturnType<typeof injectExample>>

/** Runs a call several times concurrently. */
const callConcurrently = <T>(ask: (index: number) => Promise<T>, count: number = concurrentCallers): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))

/** Sends concurrent requests and counts the audit entries they write. */
export function concurrentRequests(factory: Pick<Factory, 'app' | 'db'>) {
  /** @returns the responses, and the number of audit entries written meanwhile */
  const countAuditLines = async (work: () => Promise<Answer[]>) => {
    const before = await countAuditEntries(factory.db)
    const answers = await work()
    return { answers, lines: (await countAuditEntries(factory.db)) - before }
  }

  return {
    sendOnce: (token: string, request: ExampleRequest) =>
      countAuditLines(async () => [await injectExample(factory.app, token, request)]),
    sendConcurrently: (token: string, request: ExampleRequest) =>
      countAuditLines(() => callConcurrently(() => injectExample(factory.app, token, request))),
  }
}

/** Number of responses per status, like `{ 200: 1, 412: 5 }`. */
export const countStatuses = (answers: { statusCode: number }[]): Record<number, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ statusCode }) => statusCode)).map(([status, some]) => [
      status,
      some?.length ?? 0,
    ]),
  )
