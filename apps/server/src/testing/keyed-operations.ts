import { setTimeout as sleep } from 'node:timers/promises'
import { texts } from '@chisholm/domain/texts'
import { contractOf, type ExampleRequest, headerOf, type Operation, requestsOf } from './contract.ts'
import { exampleWorld } from './example-world.ts'
import type { Given } from './given.ts'
import { encodedBody } from './send-example.ts'

/** A request of an operation, about things of its own, under a key of its own. */
export interface KeyedRequest extends ExampleRequest {
  operation: Operation
  token: string
}

/** An answer; undefined when the connection broke before its end. */
interface Heard {
  status: number
  body: string
  isReplayed: boolean
}

/**
 * Operations that take a body and can be repeated under a key. What takes none is public or answers with secrets, and
 * who signed out has nobody's keys.
 */
export async function keyedOperations(given: Given) {
  const world = await exampleWorld(given)
  const contract = contractOf((await given.app.inject('/api/v1/openapi.json')).json())
  const operations = contract.operations.filter(
    (operation) =>
      operation.requestBody &&
      headerOf(operation, 'Idempotency-Key') !== undefined &&
      operation.operationId !== 'signOut',
  )
  const tokenOf = async ({ tags }: Operation) =>
    (tags[0] === 'imports' ? await given.person('SuperAdmin') : world.admin).token

  /** @returns its first example, with real things in it */
  const exampleOf = async (operation: Operation): Promise<KeyedRequest> => {
    const [first] = requestsOf(operation)
    if (!first) throw new Error(`${operation.operationId} has no example`)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const token = await tokenOf(operation)
    return { ...(await world.real({ ...first, headers }, operation.path)), operation, token }
  }

  /** @returns a request of each operation */
  const examples = async () => {
    const requests = []
    for (const operation of operations) requests.push(await exampleOf(operation))
    return requests
  }
  return { operations, exampleOf, examples }
}

/** Sends a request over the network, once. */
export async function ask(
  address: string,
  { method, url, type, body, headers = {}, token }: KeyedRequest,
): Promise<Heard | undefined> {
  const { payload, headers: ofBody } = await encodedBody(type, body)
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

const isOpen = (heard: Heard | undefined) =>
  heard === undefined || heard.status >= 500 || heard.body.includes(texts.refusal.stillRunning)

/** Sends a request under its key until it is decided, as the web app does. @throws Error  it is not within a minute */
export async function askUntilDecided(address: string, request: KeyedRequest): Promise<Heard> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const heard = await ask(address, request)
    if (heard && !isOpen(heard)) return heard
    if (Date.now() > deadline) throw new Error(`${request.operation.operationId} is not decided: ${heard?.body}`)
    await sleep(250)
  }
}
