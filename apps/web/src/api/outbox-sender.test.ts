import { constants } from '@chisholm/domain/constants'
import { problemType } from '@chisholm/domain/problem-types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, api } from './client.ts'
import { type OutboxChange, outboxChanges } from './outbox-changes.ts'
import type { OutboxEntry } from './outbox-entries.ts'
import { sendNow, startSending } from './outbox-sender.ts'

const device = vi.hoisted(
  (): {
    entries: OutboxEntry[]
    mayDelete: boolean
    acknowledged: string[]
    awaited: string[]
    results: object[]
    user: string
  } => ({
    entries: [],
    mayDelete: true,
    acknowledged: [],
    awaited: [],
    results: [],
    user: 'dana',
  }),
)
vi.mock('./session.ts', () => ({ session: { read: () => ({ uuid: device.user }) } }))
vi.mock('./outbox-store.ts', () => ({
  outboxStore: {
    list: () => Promise.resolve(device.entries),
    update: (_owner: string, entry: OutboxEntry) => {
      device.entries = device.entries.map((one) => (one.id === entry.id ? entry : one))
      return Promise.resolve()
    },
    remove: (_owner: string, gone: OutboxEntry[]) => {
      if (device.mayDelete) device.entries = device.entries.filter(({ id }) => gone.every((one) => one.id !== id))
      return Promise.resolve()
    },
  },
}))
vi.mock('./outbox-state.ts', () => ({
  outboxState: {
    reload: () => Promise.resolve(),
    reset: () => {},
    isAwaited: ({ id }: OutboxEntry) => device.awaited.includes(id),
    acknowledge: ({ id }: OutboxEntry) => void device.acknowledged.push(id),
    reconcile: (result: object) => {
      device.results.push(result)
      return Promise.resolve(true)
    },
  },
}))

const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: '', no_vet_visit_requested: 0 }
const store = (all: Record<string, OutboxChange>) => {
  device.entries = Object.entries(all).map(([id, change], at) => ({
    ...change,
    id,
    at,
    key: `key of ${id}`,
    names: {},
    refusal: null,
  }))
}
const create = outboxChanges.createPostMortem('A', details)
const edit = outboxChanges.editPostMortem('A', details)
const addCow = outboxChanges.addAnimal('A', 'cow', {})
const send = outboxChanges.sendPostMortem('A')
const complete = outboxChanges.completePostMortem('A', '2026-11-22T10:00:00Z')
const drop = outboxChanges.deletePostMortem('A')
const other = outboxChanges.createPostMortem('B', details)

const answer = (body: object, etag: string | null = null) => ({ body, etag })
/** The bodies of all requests, in order. */
const bodies: unknown[] = []
/** A server that fails for the changes named here, and accepts the others. */
function serverWith(failures: Record<string, unknown>) {
  const sent: string[] = []
  vi.spyOn(api, 'send').mockImplementation((request) => {
    const id = device.entries.find(({ key }) => key === request.key)?.id ?? ''
    sent.push(id)
    bodies.push(request.body)
    return id in failures ? Promise.reject(failures[id]) : Promise.resolve(answer({}))
  })
  return sent
}
const idsLeft = () => device.entries.map(({ id }) => id)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: { request: (_name: string, _options: object, run: () => unknown) => Promise.resolve().then(run) },
  })
  device.mayDelete = true
  device.acknowledged = []
  device.awaited = []
  device.results = []
  device.user = 'dana'
  bodies.length = 0
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('all queued changes are sent in order, a new ticket as one request, and then removed from the device', async () => {
  store({ create, addCow, other, send })
  const sent = serverWith({})
  await sendNow()
  expect(sent).toEqual(['create', 'other'])
  expect(bodies[0]).toEqual({ ...details, id: 'A', animals: [{ id: 'cow' }], send: 1 })
  expect(device).toMatchObject({ entries: [], acknowledged: ['create', 'addCow', 'send', 'other'] })
  expect(device.results).toEqual([{ reached: true, failed: false, refused: false }])
})

test('if photos are demanded, a ticket is sent after its photos, and others do not wait for it', async () => {
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => {})
  let waiting = true
  const stop = startSending({
    send: () => {
      waiting = false
      return Promise.resolve('sent')
    },
    isWaiting: (id) => Promise.resolve(waiting && id === 'A'),
  })
  store({ create, addCow, sendLast: outboxChanges.sendPostMortem('A', { afterPhotos: true }), other })
  const sent = serverWith({})
  await sendNow()
  expect([sent, idsLeft()]).toEqual([['create', 'other'], ['sendLast']])
  expect(device.results[0]).toEqual({ reached: true, failed: false, refused: false })
  await vi.advanceTimersByTimeAsync(constants.outbox.firstPause)
  expect([sent, idsLeft()]).toEqual([['create', 'other', 'sendLast'], []])
  expect(bodies.at(-1)).toEqual({ draft: 0 })
  vi.stubGlobal('removeEventListener', () => {})
  stop()
})

test('while the photos of a ticket cannot be sent, its retries become less frequent', async () => {
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => {})
  let retries = 0
  const stop = startSending({
    send: () => {
      retries++
      return Promise.resolve('nothing')
    },
    isWaiting: () => Promise.resolve(true),
  })
  store({ sendLast: outboxChanges.sendPostMortem('A', { afterPhotos: true }) })
  serverWith({})
  await sendNow()
  const before = retries
  await vi.advanceTimersByTimeAsync(5 * constants.outbox.firstPause)
  // after two and four more seconds
  expect(retries - before).toBe(2)
  vi.stubGlobal('removeEventListener', () => {})
  stop()
})

test('a change that a full device cannot delete after it was sent is sent again only after a pause', async () => {
  store({ edit, other })
  device.mayDelete = false
  const sent = serverWith({})
  await sendNow()
  expect(sent).toEqual(['edit', 'other'])
  device.mayDelete = true
  await vi.advanceTimersByTimeAsync(constants.outbox.firstPause)
  expect([sent, idsLeft()]).toEqual([['edit', 'other', 'edit', 'other'], []])
})

test('an animal whose RFID is recorded already is told about once its form is left, else the form shows it', async () => {
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => {})
  const told: unknown[] = []
  const stop = startSending(
    { send: () => Promise.resolve('sent'), isWaiting: () => Promise.resolve(false) },
    (reports) => told.push(...reports.map(({ animalId }) => animalId)),
  )
  const rfid = '982000001088420'
  const add = (id: string) => outboxChanges.addAnimal('A', id, { rfid })
  const corrected = outboxChanges.editAnimal('A', 'bull', { rfid }, { base: { rfid: null } })
  store({ awaited: add('cow'), later: add('calf'), corrected })
  device.awaited = ['awaited']
  const seen_before = [{ post_mortem_id: 'B', title: 'CHM-1', customer_record_at: null, rfid: '982000001088420' }]
  vi.spyOn(api, 'send').mockResolvedValue(answer({ data: { rfid: null, danger_signs: [] }, seen_before }))
  await sendNow()
  expect(told).toEqual(['calf', 'bull'])
  vi.stubGlobal('removeEventListener', () => {})
  stop()
})

test('a creation stored by an earlier version is sent alone, because it may have been sent alone before', async () => {
  const { mayCombine: _, ...stored } = create
  store({ create: stored, addCow, send })
  const sent = serverWith({})
  await sendNow()
  expect(sent).toEqual(['create', 'addCow', 'send'])
  expect(bodies[0]).toEqual({ ...details, id: 'A' })
})

const inUse = new ApiError(409, 'No.', {}, problemType('id-in-use'))

describe('after a request without a response, the sender checks whether the server has the ticket', () => {
  const addSteer = outboxChanges.addAnimal('A', 'steer', {})
  const ticketWith = (draft: number, ...animals: string[]) => ({
    data: { draft, veterinary_record: { veterinary_record_animals: animals.map((id) => ({ id })) } },
  })
  /**
   * Sends entries without getting a response, then again with one more animal.
   * @param isOfEarlier  whether the ticket that is found is from an even earlier request
   * @param areInUse  whether that request had other details
   * @returns the requests of the second attempt
   */
  async function sendTwice(
    all: Record<string, OutboxChange>,
    found: object | ApiError,
    { isOfEarlier = false, areInUse = false } = {},
  ) {
    store(all)
    serverWith({ create: new ApiError(0, 'No.') })
    await sendNow()
    vi.mocked(api.send).mockClear()
    const added = { id: 'addSteer', at: 9, key: 'key of addSteer', names: {}, refusal: null }
    device.entries = [...device.entries, { ...addSteer, ...added }]
    vi.mocked(api.send).mockImplementation(({ method, path, key }) => {
      const isRefused = areInUse ? path === '/post-mortems' : key === 'key of create'
      if (method !== 'GET') return isOfEarlier && isRefused ? Promise.reject(inUse) : Promise.resolve(answer({}))
      return found instanceof ApiError ? Promise.reject(found) : Promise.resolve(answer(found))
    })
    await sendNow()
    return vi.mocked(api.send).mock.calls.map(([{ method, path, body, key }]) => ({ method, path, body, key }))
  }
  const get = { method: 'GET', path: '/post-mortems/A' }
  const post = { method: 'POST', path: '/post-mortems' }
  const [cow, steer] = [{ id: 'cow' }, { id: 'steer' }]

  test('it has not: later additions are included, under another key', async () => {
    const requests = await sendTwice({ create, addCow }, new ApiError(404, 'No.'))
    expect(requests).toMatchObject([get, { ...post, body: { id: 'A', animals: [cow, steer] } }])
    expect(requests[1]?.key).not.toBe('key of create')
    expect(idsLeft()).toEqual([])
  })

  test('it has it: only later additions are sent', async () => {
    const requests = await sendTwice({ create, addCow }, ticketWith(1, 'cow'))
    expect(requests).toMatchObject([
      get,
      { ...post, body: { animals: [cow] }, key: 'key of create' },
      { method: 'POST', path: '/veterinary-record-animals', body: steer },
    ])
    expect(idsLeft()).toEqual([])
  })

  test('it has it without its animals, from a still earlier request: the parts are sent one by one', async () => {
    const requests = await sendTwice({ create, addCow }, ticketWith(1), { isOfEarlier: true })
    expect(requests.map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined],
      ['POST', { ...details, id: 'A', animals: [cow] }],
      ['POST', { ...details, id: 'A' }],
      ['POST', addCow.body],
      ['POST', addSteer.body],
    ])
    // The key of the earlier request belongs to its body.
    expect(requests[2]?.key).not.toBe('key of create')
    expect(idsLeft()).toEqual([])
  })

  test('it has it with other details, from a still earlier request: it gets those by now', async () => {
    const requests = await sendTwice({ create }, ticketWith(1), { isOfEarlier: true, areInUse: true })
    expect(requests.map(({ method, path, body }) => [method, path, body]).slice(1)).toEqual([
      ['POST', '/post-mortems', { ...details, id: 'A' }],
      ['POST', '/post-mortems', { ...details, id: 'A' }],
      ['PUT', '/post-mortems/A', details],
      ['POST', '/veterinary-record-animals', addSteer.body],
    ])
    expect(idsLeft()).toEqual([])
  })

  test('no response: nothing changes', async () => {
    expect(await sendTwice({ create, addCow }, new ApiError(0, 'No.'))).toMatchObject([get])
    expect(idsLeft()).toEqual(['create', 'addCow', 'addSteer'])
    expect(device.entries[0]).toMatchObject({ key: 'key of create' })
  })
})

describe("a veterinarian's input is sent with the version it was compared with", () => {
  const diagnose = outboxChanges.diagnoseAnimal('A', 'cow', {
    body: { vet_findings: 'mine' },
    base: { vet_findings: 'old' },
  })
  const animal = (vet_findings: string) =>
    answer({ data: { vet_findings, vet_diagnosis_id: null, vet_diagnosis_note: null, vet_diagnosis: null } }, '"7"')
  /** @param refusals  the server's responses to the changes, in order */
  async function sendWith(found: ReturnType<typeof animal> | ApiError, ...refusals: ApiError[]) {
    store({ diagnose, complete })
    vi.spyOn(api, 'send').mockImplementation(({ method }) => {
      if (method === 'GET') return found instanceof ApiError ? Promise.reject(found) : Promise.resolve(found)
      const refusal = refusals.shift()
      return refusal ? Promise.reject(refusal) : Promise.resolve(answer({}))
    })
    await sendNow()
    return vi.mocked(api.send).mock.calls.map(([{ method, path, ifMatch }]) => [method, path, ifMatch])
  }
  const get = ['GET', '/veterinary-record-animals/cow', undefined]
  const put = ['PUT', '/veterinary-record-animals/cow', '"7"']

  test('nobody changed it: it is saved, and the completion behind it follows', async () => {
    expect(await sendWith(animal('old'))).toEqual([get, put, ['PUT', '/post-mortems/A', undefined]])
    expect(idsLeft()).toEqual([])
  })

  test('somebody changed the same fields: nothing is sent, both values are stored, and nothing is completed', async () => {
    expect(await sendWith(animal('theirs'))).toEqual([get])
    expect(idsLeft()).toEqual(['diagnose', 'complete'])
    expect(device.entries[0]).toMatchObject({
      body: { vet_findings: 'mine' },
      refusal: { status: 412, conflict: { vet_findings: { value: 'theirs' } } },
    })
  })

  test('somebody changes it between comparing and saving: it is compared again later', async () => {
    expect(await sendWith(animal('old'), new ApiError(412, 'No.'))).toEqual([get, put])
    expect(device.entries[0]).toMatchObject({ id: 'diagnose', refusal: null })
    expect(device.entries[0]?.key).not.toBe('key of diagnose')
  })

  test.each([
    ['the animal is gone', new ApiError(404, 'Gone.'), [get]],
    ['no answer', new ApiError(0, 'No.'), [get]],
  ])('%s: it stays on the device', async (_what, failure, requests) => {
    expect(await sendWith(failure)).toEqual(requests)
    expect(idsLeft()).toEqual(['diagnose', 'complete'])
    expect(device.entries[0]?.refusal?.message).toBe(failure.status === 404 ? 'Gone.' : undefined)
  })

  test('it may no longer be changed: the entry stays with the reason', async () => {
    await sendWith(animal('old'), new ApiError(403, 'Completed.'))
    expect(device.entries[0]).toMatchObject({ body: { vet_findings: 'mine' }, refusal: { message: 'Completed.' } })
  })
})

test('one rejected animal of a new ticket blocks the whole ticket, and is identified', async () => {
  store({ create, addCow, send, other })
  const sent = serverWith({ create: new ApiError(422, 'No.', { 'animals.0.rfid': ['Bad.'] }) })
  await sendNow()
  expect(sent).toEqual(['create', 'other'])
  expect(idsLeft()).toEqual(['create', 'addCow', 'send'])
  expect(device.entries.map(({ refusal }) => refusal?.errors)).toEqual([undefined, { rfid: ['Bad.'] }, undefined])
})

test('an error that names no part is found by sending the parts separately', async () => {
  store({ create, addCow, send })
  const failures: Record<string, unknown> = { create: new ApiError(409, 'No.'), send: new ApiError(409, 'Not now.') }
  const sent: string[] = []
  vi.spyOn(api, 'send').mockImplementation((request) => {
    const id = device.entries.find(({ key }) => key === request.key)?.id ?? ''
    sent.push(id)
    const failure = failures[id]
    if (id === 'create') delete failures['create']
    return failure ? Promise.reject(failure) : Promise.resolve(answer({}))
  })
  await sendNow()
  expect(sent).toEqual(['create', 'create', 'addCow', 'send'])
  expect(device.entries).toMatchObject([{ id: 'send', refusal: { message: 'Not now.' } }])
})

describe('a creation whose id the server knows, because input was continued after a response was lost', () => {
  /** A server that knows the ids of these creations. @returns the requests */
  async function sendTo(known: readonly string[], all: Record<string, OutboxChange>) {
    store(all)
    vi.spyOn(api, 'send').mockImplementation(({ method, body }) =>
      // cast: the creations here have an id
      method === 'POST' && known.includes((body as { id: string }).id)
        ? Promise.reject(inUse)
        : Promise.resolve(answer({})),
    )
    await sendNow()
    return vi.mocked(api.send).mock.calls.map(([{ method, path, body }]) => ({ method, path, body }))
  }

  test('a ticket gets its details by now, and what builds on it follows', async () => {
    const requests = await sendTo(['A'], { create, addCow, send })
    expect(requests.slice(-3)).toEqual([
      { method: 'PUT', path: '/post-mortems/A', body: details },
      { method: 'POST', path: '/veterinary-record-animals', body: addCow.body },
      { method: 'PUT', path: '/post-mortems/A', body: { draft: 0 } },
    ])
    expect(idsLeft()).toEqual([])
  })

  test('a ticket on which nothing builds, too', async () => {
    const requests = await sendTo(['A'], { create })
    expect(requests.at(-1)).toEqual({ method: 'PUT', path: '/post-mortems/A', body: details })
    expect(idsLeft()).toEqual([])
  })

  test('an animal gets its fields by now', async () => {
    const added = outboxChanges.addAnimal('A', 'cow', { tag: 'K 1' })
    const requests = await sendTo(['cow'], { added, send })
    expect(requests.slice(1)).toEqual([
      { method: 'PUT', path: '/veterinary-record-animals/cow', body: { tag: 'K 1' } },
      { method: 'PUT', path: '/post-mortems/A', body: { draft: 0 } },
    ])
    expect(idsLeft()).toEqual([])
  })
})

test('what was sent is not shown to whoever has signed in meanwhile', async () => {
  store({ edit })
  vi.spyOn(api, 'send').mockImplementation(() => {
    device.user = 'eva'
    return Promise.resolve(answer({}))
  })
  await sendNow()
  expect([idsLeft(), device.acknowledged]).toEqual([[], []])
})

test('two calls before the start share one run', async () => {
  store({ create })
  const sent = serverWith({})
  await Promise.all([sendNow(), sendNow()])
  expect(sent).toEqual(['create'])
})

test('a rejected change stays with its reason under a new key, and blocks only its own ticket', async () => {
  store({ edit, addCow, send, other })
  const sent = serverWith({ addCow: new ApiError(422, 'No.', { tag: ['No.'] }) })
  await sendNow()
  expect(sent).toEqual(['edit', 'addCow', 'other'])
  expect(idsLeft()).toEqual(['addCow', 'send'])
  expect(device.entries[0]?.refusal).toEqual({ status: 422, message: 'No.', errors: { tag: ['No.'] } })
  expect(device.entries[0]?.key).not.toBe('key of addCow')
  expect(device.results).toEqual([{ reached: true, failed: false, refused: true }])
})

describe('the effect of a failed first change on the others', () => {
  test.each<[string, unknown, string[], object]>([
    ['no connection', new ApiError(0, 'No.'), ['create'], { reached: false, failed: false }],
    ['a session that ended', new Error('No.'), ['create'], { reached: false, failed: false }],
    ['an answer 401', new ApiError(401, 'No.'), ['create'], { reached: false, failed: false }],
    ['an answer 408', new ApiError(408, 'No.'), ['create'], { reached: false, failed: false }],
    [
      'a second factor that must be set up first',
      new ApiError(403, 'No.', {}, problemType('second-factor-required')),
      ['create'],
      { reached: false, failed: false },
    ],
    ['an answer 429', new ApiError(429, 'No.'), ['create', 'other'], { reached: true, failed: true }],
    ['an answer 500', new ApiError(500, 'No.'), ['create', 'other'], { reached: true, failed: true }],
    [
      'a first attempt that still runs',
      new ApiError(409, 'No.', {}, problemType('still-running')),
      ['create', 'other'],
      { reached: true, failed: true },
    ],
  ])('%s', async (_what, failure, expected, result) => {
    store({ create, addCow, other })
    const sent = serverWith({ create: failure })
    await sendNow()
    expect(sent).toEqual(expected)
    expect(device.entries[0]).toMatchObject({ id: 'create', key: 'key of create', refusal: null })
    expect(device.results[0]).toEqual({ ...result, refused: false })
  })
})

test.each<[string, boolean, OutboxChange, ApiError]>([
  ['a deletion of what is gone', true, drop, new ApiError(404, 'No.')],
  ['a deletion of a completed ticket', false, drop, new ApiError(409, 'No.')],
  ['sending what was sent', true, send, new ApiError(409, 'No.', {}, problemType('already-sent'))],
  ['completing what was completed', true, complete, new ApiError(409, 'No.', {}, problemType('already-completed'))],
  ['sending what is gone', false, send, new ApiError(404, 'No.')],
  ['sending a ticket without animals', false, send, new ApiError(409, 'No.')],
  ['an edit of what is gone', false, outboxChanges.editPostMortem('A', details), new ApiError(404, 'No.')],
  ['an edit of what was sent', false, addCow, new ApiError(409, 'No.', {}, problemType('already-sent'))],
])('%s counts as done: %s', async (_what, done, change, failure) => {
  store({ change })
  serverWith({ change: failure })
  await sendNow()
  expect(idsLeft()).toEqual(done ? [] : ['change'])
  expect(device.acknowledged).toEqual(done ? ['change'] : [])
})

test('while the server fails, retries become less frequent, and immediate after each success', async () => {
  store({ create })
  const sent = serverWith({ create: new ApiError(503, 'No.') })
  await sendNow()
  const pauses = [1, 2, 4].map((times) => constants.outbox.firstPause * times)
  for (const [index, pause] of pauses.entries()) {
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(sent).toHaveLength(index + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(index + 2)
  }
  await vi.advanceTimersByTimeAsync(10 * constants.outbox.longestPause)
  const before = sent.length
  await vi.advanceTimersByTimeAsync(constants.outbox.longestPause)
  expect(sent).toHaveLength(before + 1)

  serverWith({})
  await vi.advanceTimersByTimeAsync(constants.outbox.longestPause)
  expect(idsLeft()).toEqual([])
  store({ create })
  const again = serverWith({ create: new ApiError(503, 'No.') })
  await sendNow()
  await vi.advanceTimersByTimeAsync(constants.outbox.firstPause)
  expect(again).toHaveLength(2)
})
