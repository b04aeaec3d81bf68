import type { FastifyInstance, InjectOptions } from 'fastify'
import type { UserId } from '../database/ids.ts'
import { createStatusCheck } from './documented-status.ts'

/** A signed-in user calling the API over HTTP. */
export interface TestUser {
  id: UserId
  email: string
  token: string
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<TestResponse>
  put(path: string, body: object, headers?: Record<string, string>): Promise<TestResponse>
  delete(path: string, headers?: Record<string, string>): Promise<TestResponse>
}

export interface TestResponse {
  status: number
  headers: Record<string, unknown>
  /** Parsed JSON body; tests assert its type. */
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of every route
  body: any
  bytes: Buffer
}

/**
 * Calls an application without a network. Every call fails on a status that the OpenAPI document lacks.
 * @returns `inject`, for any request, and `testUser`, for the requests of a user
 */
export function createTestClient(app: FastifyInstance) {
  const expectDocumentedStatus = createStatusCheck(app)

  const inject = async (options: InjectOptions): Promise<TestResponse> => {
    const answer = await app.inject(options)
    expectDocumentedStatus(String(options.method), String(options.url), answer.statusCode)
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? answer.json() : answer.body,
      bytes: answer.rawPayload,
    }
  }

  const testUser = (id: UserId, email: string, token: string): TestUser => {
    const as =
      (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
      (path: string, payload?: object, headers = {}) =>
        inject({
          method,
          url: path.startsWith('/files') ? path : `/api/v1${path}`,
          headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
          ...(payload && { payload }),
        })
    return {
      id,
      email,
      token,
      get: (path, headers) => as('GET')(path, undefined, headers),
      post: (path, body, headers) => as('POST')(path, body ?? {}, headers),
      put: as('PUT'),
      delete: (path, headers) => as('DELETE')(path, undefined, headers),
    }
  }

  return { inject, testUser }
}
