import { setTimeout as sleep } from 'node:timers/promises'
import { serverTexts } from '@chisholm/domain/server-texts'
import {
  readContract,
  type ExampleRequest,
  headerExample,
  type Operation,
  exampleRequests,
} from './openapi-contract.ts'
import { exampleFixtures } from './example-fixtures.ts'
import type { Factory } from './factory.ts'
import { encodeBody } from './send-example.ts'

/** A request with its own data and Idempotency-Key. */
export interface IdempotentRequest extends ExampleRequest {
  operation: Operation
  token: string
}

/** A response; undefined if the connection broke. */
interface ReceivedResponse {
  status: number
  body: string
  isReplayed: boolean
}

/**
 * Operations that accept an Idempotency-Key and a body. The others are public or return secrets, or end the session
 * that owns the key.
 */
export async function idempotentOperations(factory: Factory) {
  const fixtures = await exampleFixtures(factory)
  const contract = readContract((await factory.app.inject('/api/v1/openapi.json')).json())
  const operations = contract.operations.filter(
    (operation) =>
      operation.requestBody &&
      headerExample(operation, 'Idempotency-Key') !== undefined &&
      operation.operationId !== 'signOut',
  )
  const tokenOf = async ({ tags }: Operation) =>
    (tags[0] === 'imports' ? await factory.user('SuperAdmin') : fixtures.admin).token

  /** @returns its first example, with the ids of real rows */
  const createExample = async (operation: Operation): Promise<IdempotentRequest> => {
    const [first] = exampleRequests(operation)
    if (!first) throw new Error(`${operation.operationId} has no example`)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const token = await tokenOf(operation)
    return { ...(await fixtures.withRealValues({ ...first, headers }, operation.path)), operation, token }
  }

  /** @returns a request of each operation */
  const createExamples = async () => {
    const requests = []
    for (const operation of operations) requests.push(await createExample(operation))
    return requests
  }
  return { operations, createExample, createExamples }
}

/** Sends a request once over the network. */
export async function sendRequest(
  address: string,
  { method, url, type, body, headers = {}, token }: IdempotentRequest,
): Promise<ReceivedResponse | undefined> {
  const { payload, headers: ofBody } = await encodeBody(type, body)
  try {
    const answer = await fetch(address + url, {
      method,
      // cast: inject takes headers as texts
      headers: { authorization: `Bearer ${token}`, ...(ofBody as Record<string, string>), ...headers },
      ...(payload !== undefined && { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
      signal: AbortSignal.timeout(60_000),
    })
    const isReplayed = answer.headers.get('idempotency-replayed') === 'true'
    return { status: answer.status, body: await answer.text(), isReplayed }
  } catch {
    return undefined
  }
}

const isUndecided = (response: ReceivedResponse | undefined) =>
  response === undefined || response.status >= 500 || response.body.includes(serverTexts.refusal.stillRunning)

/** Retries a request under its key until its outcome is known, like the web app. @throws Error  not within a minute */
export async function sendUntilDecided(address: string, request: IdempotentRequest): Promise<ReceivedResponse> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const response = await sendRequest(address, request)
    if (response && !isUndecided(response)) return response
    if (Date.now() > deadline) throw new Error(`${request.operation.operationId} is not decided: ${response?.body}`)
    await sleep(250)
  }
}
