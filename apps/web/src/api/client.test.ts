import { problemType } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { uiTexts } from '../ui-texts.ts'
import { ApiError, api, buildUrl, isPermanentError } from './client.ts'

const signedIn = vi.hoisted(() => ({ uuid: 'dana' }))
vi.mock('./session.ts', () => ({ session: { read: () => ({ ...signedIn, token: '', refresh: '', roles: [] }) } }))
const refreshed = vi.hoisted((): { by: string | null } => ({ by: null }))
vi.mock('./refresh-session.ts', () => ({
  refreshSession: ({ uuid }: { uuid: string }) => {
    refreshed.by = uuid
    return Promise.reject(new Error('signed out'))
  },
}))

test.each<[string, object | undefined, string]>([
  ['/sites', undefined, '/sites'],
  ['/sites', {}, '/sites'],
  ['/sites', { page: 2 }, '/sites?page=2'],
  ['/sites', { page: 0, retired: false }, '/sites?page=0&retired=false'],
  ['/sites', { text: '', page: undefined }, '/sites'],
  ['/sites/{id}', { id: 'a' }, '/sites/a'],
  ['/sites/{id}/x/{other}', { other: 'b', id: 'a', page: 1 }, '/sites/a/x/b?page=1'],
  ['/sites/{id}', { id: '../users?x=1' }, '/sites/..%2Fusers%3Fx%3D1'],
  ['/sites/{id}', { id: '$&' }, '/sites/%24%26'],
  [
    '/post-mortems',
    { 'filter[veterinary_records.pin]': '12 & 3' },
    '/post-mortems?filter%5Bveterinary_records.pin%5D=12+%26+3',
  ],
])('%s with %o is asked for as %s', (path, params, url) => {
  expect(buildUrl(path, params)).toBe(url)
})

test.each<[number, string | undefined, boolean]>([
  [0, undefined, false],
  [400, undefined, true],
  [401, undefined, false],
  [403, undefined, true],
  [404, undefined, true],
  [408, undefined, false],
  [409, undefined, true],
  [409, problemType('still-running'), false],
  [409, problemType('already-sent'), true],
  [413, undefined, true],
  [422, problemType('key-reused'), true],
  [429, undefined, false],
  [500, undefined, false],
  [503, undefined, false],
])('status %i of type %s decides against the request itself: %s', (status, type, permanent) => {
  expect(isPermanentError(new ApiError(status, 'No.', {}, type))).toBe(permanent)
})

test.each([[new Error('422')], [null], [{ status: 422 }], ['422']])('%o is no decision of the server', (failure) => {
  expect(isPermanentError(failure)).toBe(false)
})

describe('a call', () => {
  const answers: (() => Response | Promise<Response>)[] = []
  const requests: { url: string; method: string; key: string | null }[] = []
  const answer = (status: number, body: object) => () => Response.json(body, { status })
  const okay = answer(200, { success: true, data: [] })
  const offline = (): never => {
    throw new TypeError('Failed to fetch')
  }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('fetch', (url: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
      requests.push({ url, method, key: new Headers(headers).get('idempotency-key') })
      return Promise.resolve().then(answers.shift() ?? okay)
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    answers.length = 0
    requests.length = 0
  })
  const entry = (method: 'POST' | 'PUT' | 'DELETE') => ({ method, path: '/sites', key: 'stored key' })
  /** The status of the failure, or 'okay'. */
  async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
    const outcome = call.then(
      () => 'okay',
      (failure: unknown) => (failure instanceof ApiError ? failure.status : failure),
    )
    await vi.runAllTimersAsync()
    return outcome
  }

  test.each<['POST' | 'PUT' | 'DELETE', number]>([
    ['POST', 2],
    ['PUT', 3],
    ['DELETE', 1],
  ])('%s is tried %i times while the server fails', async (method, tries) => {
    answers.push(...Array.from({ length: 9 }, () => answer(503, {})))
    expect(await outcomeOf(api.send(entry(method), 'dana'))).toBe(503)
    expect(requests).toHaveLength(tries)
  })

  test.each<[string, number, () => Response, unknown]>([
    ['no connection', 2, offline, 'okay'],
    ['a failing server', 2, answer(500, {}), 'okay'],
    ['a first attempt still running', 2, answer(409, { type: problemType('still-running') }), 'okay'],
    ['a refusal', 1, answer(422, { message: 'No.' }), 422],
    ['a record that is gone', 1, answer(404, {}), 404],
    ['too many requests', 1, answer(429, {}), 429],
  ])('that meets %s is made %i times', async (_what, times, first, outcome) => {
    answers.push(first)
    expect(await outcomeOf(api.send(entry('POST'), 'dana'))).toBe(outcome)
    expect(requests).toHaveLength(times)
  })

  test('is not repeated while the browser is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    answers.push(offline)
    expect(await outcomeOf(api.send(entry('POST'), 'dana'))).toBe(0)
    expect(requests).toHaveLength(1)
  })

  test('that gets no response for two minutes is repeated: its connection is dead', async () => {
    const ending = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ending.signal)
    answers.push(() => {
      ending.abort()
      return Promise.reject(ending.signal.reason)
    })
    expect(await outcomeOf(api.get('/sites'))).toBe('okay')
    expect(timeout).toHaveBeenCalledWith(120_000)
    expect(requests).toHaveLength(2)
  })

  test('whose connection breaks within the response is repeated', async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
    answers.push(() => new Response(broken, { status: 200 }))
    expect(await outcomeOf(api.get('/sites'))).toBe('okay')
    expect(requests).toHaveLength(2)
  })

  test('from the outbox goes out under its stored key, each time', async () => {
    answers.push(offline)
    await outcomeOf(api.send(entry('PUT'), 'dana'))
    expect(requests.map(({ key }) => key)).toEqual(['stored key', 'stored key'])
  })

  test('from the outbox of another user is never sent', async () => {
    const outcome = await outcomeOf(api.send(entry('PUT'), 'somebody else'))
    expect(outcome).toEqual(new Error(texts.failure.authenticate))
    expect(requests).toEqual([])
  })

  test('is not repeated once somebody else has signed in', async () => {
    answers.push(() => {
      signedIn.uuid = 'lee'
      throw new TypeError('Failed to fetch')
    })
    expect(await outcomeOf(api.post('/auth/logout', {}))).toBe(0)
    expect(requests).toHaveLength(1)
    signedIn.uuid = 'dana'
  })

  test('that meets an ended session renews that of the user who made it, and is not repeated without', async () => {
    answers.push(() => {
      signedIn.uuid = 'lee'
      return Response.json({}, { status: 401 })
    })
    expect(await outcomeOf(api.delete('/auth/sign-ins'))).toEqual(new Error('signed out'))
    expect([refreshed.by, requests.length]).toEqual(['dana', 1])
    signedIn.uuid = 'dana'
  })

  test.each<[object, unknown]>([
    [{ success: true }, 'okay'],
    [{ state: 'okay' }, 'okay'],
    [{ status: 'success' }, 'okay'],
    [{ success: false }, 200],
    [{}, 200],
  ])('answered with 200 and %o comes to %s', async (body, outcome) => {
    answers.push(answer(200, body))
    expect(await outcomeOf(api.send(entry('DELETE'), 'dana'))).toBe(outcome)
  })

  test('answered with a page of a proxy fails with a text for users', async () => {
    answers.push(() => new Response('<html>', { status: 404 }))
    await expect(api.send(entry('DELETE'), 'dana')).rejects.toMatchObject({
      status: 404,
      message: texts.refusal.unexpected,
      errors: {},
    })
  })

  test.each<[string, () => Response, boolean]>([
    ['a page of a Wi-Fi that asks for a sign-in', () => new Response('<html>', { status: 403 }), false],
    ['a page of a proxy', () => new Response('<html>', { status: 404 }), false],
    ['a text of a gateway', answer(404, { message: 'no healthy upstream' }), false],
    ['a page of a proxy for which the request is too large', () => new Response('<html>', { status: 413 }), true],
    ['a rejection of the server', answer(404, { success: false, message: 'No such page.' }), true],
  ])('answered with %s is rejected for good only if the server says so', async (_what, first, isPermanent) => {
    answers.push(first)
    const failure = await api.send(entry('DELETE'), 'dana').catch((reason: unknown) => reason)
    expect(isPermanentError(failure)).toBe(isPermanent)
  })

  test('that is rejected has the text, the fields and the type of the error', async () => {
    const refused = { message: 'No such site.', errors: { site_id: ['No such site.'] }, type: problemType('id-in-use') }
    answers.push(answer(422, refused))
    const failure = await api.send(entry('DELETE'), 'dana').catch((reason: unknown) => reason)
    expect(failure).toMatchObject({ status: 422, ...refused })
  })

  test('without a connection says that the input is stored', async () => {
    answers.push(offline)
    await expect(api.send(entry('DELETE'), 'dana')).rejects.toMatchObject({ status: 0, message: uiTexts.noConnection })
  })
})
