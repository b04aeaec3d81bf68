import fc from 'fast-check'
import { expect } from 'vitest'
import { exampleTexts } from '../http/openapi/example-values.ts'
import { readContract } from './openapi-contract.ts'
import { exampleFixtures } from './example-fixtures.ts'
import type { Factory } from './factory.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'
import { injectExample } from './send-example.ts'

/** May end the sign-in of who calls it, as wrong passwords do: each call is somebody's own, or the others would be refused. */
const endsSignIn = ['signOut', 'endEverySignIn', 'updatePassword', 'confirmPassword']

/**
 * Sends hostile requests to the operations of the document, by a SuperAdmin and by nobody, and expects an answer below 500
 * to each. A failing request is shrunk to its least and shown with its seed.
 */
export async function expectNoFailure(factory: Factory, count: number): Promise<void> {
  const fixtures = await exampleFixtures(factory)
  const contract = readContract((await factory.app.inject('/api/v1/openapi.json')).json())
  const ask = async (token: string, request: HostileRequest) => {
    if (request.bytes === undefined) return injectExample(factory.app, token, request)
    const { method, url, type = '', headers, bytes } = request
    const bearer = token && { authorization: `Bearer ${token}` }
    return factory.app.inject({ method, url, payload: bytes, headers: { ...headers, ...bearer, 'content-type': type } })
  }
  await fc.assert(
    fc.asyncProperty(hostileRequests(contract.operations), fc.boolean(), async (request, isSignedIn) => {
      const real = isEncodable(request)
        ? await fixtures.withRealValues(request, request.url.split('?')[0] ?? '')
        : request
      const caller = endsSignIn.includes(request.name) ? await factory.user('SuperAdmin') : fixtures.admin
      const answer = await ask(isSignedIn ? caller.token : '', real)
      expect([answer.statusCode < 500, answer.statusCode, answer.body.slice(0, 300)]).toEqual([
        true,
        answer.statusCode,
        answer.body.slice(0, 300),
      ])
    }),
    { numRuns: count, seed: 1867, endOnFailure: true },
  )
}

/** Real things are put in by text: what JSON itself would change is sent as it is. */
const isEncodable = (request: HostileRequest) => {
  const text = JSON.stringify(request)
  // a letter with a code is sent to one address so often, and to one source
  return text.isWellFormed() && !text.includes(exampleTexts.resetCode)
}
