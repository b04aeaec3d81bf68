import fc from 'fast-check'
import { expect } from 'vitest'
import { exampleTexts } from '../http/openapi/example-values.ts'
import { readContract } from './openapi-contract.ts'
import { exampleFixtures } from './example-fixtures.ts'
import type { Factory } from './factory.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'
import { injectExample } from './send-example.ts'

/** Operations that may end the caller's session get their own caller. */
const endsSignIn = ['signOut', 'endEverySignIn', 'updatePassword', 'confirmPassword']

/**
 * Sends hostile requests to all operations, signed in and anonymous, and expects statuses below 500. Failures are
 * shrunk and printed with their seed.
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

/** Placeholders are replaced as text; requests that JSON would alter are sent unchanged. */
const isEncodable = (request: HostileRequest) => {
  const text = JSON.stringify(request)
  // skips requests with a reset code: getting a real one sends an e-mail, and those are rate limited
  return text.isWellFormed() && !text.includes(exampleTexts.resetCode)
}
