import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { createSharedFactory } from '../../testing/factory.ts'
import { multipartOf } from '../../testing/multipart.ts'

const factory = await createSharedFactory()

describe('creating', () => {
  test('a client creates a draft on its site, with the customer of its links', async () => {
    const { client, site } = await factory.client()
    const answer = await client.post('/post-mortems', { site_id: site.id, record_at: '2026-11-20', note: 'Bloated' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      success: true,
      data: {
        customer_id: site.customerId,
        status: 'Draft',
        draft: 1,
        note: 'Bloated',
        record_at: '2026-11-20',
        animals: 0,
      },
    })
    expect(answer.body.data.title).toBe(`CHM-${answer.body.data.veterinary_record.pin}`)
  })

  test('missing fields are reported in the order date, customer, site', async () => {
    const vet = await factory.user('Veterinarian')
    const answer = await vet.post('/post-mortems', {})
    expect(answer.status).toBe(422)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.body.message).toBe('Please choose a date.')
    expect(answer.body.errors).toEqual({
      record_at: ['Please choose a date.'],
      customer_id: ['Please select a customer.'],
      site_id: ['Please select a site.'],
    })
  })

  test('a site the client is not linked to is rejected like a missing one', async () => {
    const { client } = await factory.client()
    const elsewhere = await factory.site()
    const answer = await client.post('/post-mortems', { site_id: elsewhere.id, record_at: '2026-11-20' })
    expect(answer.status).toBe(422)
    expect(answer.body.message).toBe('Please select a site.')
  })

  test('a customer that does not exist, or is not the user’s, is reported as a missing one', async () => {
    const { client, site } = await factory.client()
    const elsewhere = await factory.site()
    const vet = await factory.user('Veterinarian')
    for (const [person, customer_id] of [
      [vet, uuidv7()],
      [client, uuidv7()],
      [client, elsewhere.customerId],
    ] as const) {
      const { status, body } = await person.post('/post-mortems', {
        customer_id,
        site_id: site.id,
        record_at: '2026-11-20',
      })
      expect([status, body.message]).toEqual([422, 'Please select a customer.'])
    }
    const other = { customer_id: elsewhere.customerId, site_id: site.id, record_at: '2026-11-20' }
    expect((await vet.post('/post-mortems', other)).body.errors).toEqual({ site_id: ['Please select a site.'] })
  })

  test('a JSON body that is no object is malformed, and a field of another form is named in plain words', async () => {
    const { client, site } = await factory.client()
    const draft = await factory.draftPostMortem(client, site)
    for (const payload of ['null', '[]', '1', '"x"'])
      for (const [method, path] of [
        ['POST', '/post-mortems'],
        ['PUT', `/post-mortems/${draft.id}`],
      ] as const) {
        const answer = await factory.app.inject({
          method,
          url: `/api/v1${path}`,
          headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
          payload,
        })
        expect([answer.statusCode, answer.json().message], `${method} ${payload}`).toEqual([
          400,
          'The request could not be read: its body is no object with fields.',
        ])
      }
    for (const [body, field, message] of [
      [{ note: ['a', 'b'] }, 'note', 'note takes one text.'],
      [{ animals: { tag: 'x' } }, 'animals', 'animals takes a list.'],
      [{ animals: ['x'] }, 'animals.0', 'animals.0 takes an object with fields.'],
      [{ note: 'x'.repeat(20_001) }, 'note', 'note takes at most 20000 characters.'],
    ] as const) {
      const answer = await client.post('/post-mortems', body)
      expect([answer.status, answer.body.message]).toEqual([422, message])
      expect(answer.body.errors[field]).toEqual([message])
    }
    expect((await client.get('/post-mortems?page=1&page=2')).body.message).toBe(
      'The request could not be read. page takes one text.',
    )
  })

  test('a form-encoded request works like a JSON one', async () => {
    const { client, site } = await factory.client()
    const form = new URLSearchParams({
      site_id: site.id,
      record_at: '2026-11-20 00:00:00',
      no_vet_visit_requested: '1',
    })
    const answer = await factory.app.inject({
      method: 'POST',
      url: '/api/v1/post-mortems',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data.no_vet_visit_requested).toBe(1)
  })

  test('a multipart form works like a JSON body on every write: retried with another boundary, and without files', async () => {
    const { client, site } = await factory.client()
    const send = async (method: 'POST' | 'PUT', url: string, fields: [string, string | Blob][], key?: string) => {
      const form = new FormData()
      for (const [name, value] of fields) form.append(name, value)
      const { headers, payload } = await multipartOf(form)
      const authorization = `Bearer ${client.token}`
      const keyHeader = key ? { 'idempotency-key': key } : {}
      const answer = await factory.app.inject({
        method,
        url: `/api/v1${url}`,
        headers: { ...headers, ...keyHeader, authorization },
        payload,
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    }
    const fields: [string, string][] = [
      ['site_id', site.id],
      ['record_at', '2026-11-20'],
      ['note', 'Röte & Öl = 1+1'],
      ['animals[0][tag]', 'M 1'],
    ]
    const created = await send('POST', '/post-mortems', fields, 'multipart')
    expect(created.status).toBe(201)
    const { id, note, animals } = created.body.data
    expect([note, animals]).toEqual(['Röte & Öl = 1+1', 1])
    const again = await send('POST', '/post-mortems', fields, 'multipart')
    expect([again.body.data.id, again.headers['idempotency-replayed']]).toEqual([id, 'true'])
    const other = await send('POST', '/post-mortems', [...fields, ['description', 'x']], 'multipart')
    expect(other.status).toBe(422)
    const sent = await send('PUT', `/post-mortems/${id}`, [['draft', '0']])
    expect([sent.status, sent.body.data.status]).toEqual([200, 'Pending'])
    const withFile = await send('POST', '/post-mortems', [...fields, ['image', new Blob(['x'])]])
    expect([withFile.status, withFile.body.message]).toEqual([415, serverTexts.refusal.noFilesHere])
    const long = await send('POST', '/post-mortems', [...fields, ['description', 'x'.repeat(1_100_000)]])
    expect([long.status, long.body.message]).toEqual([413, serverTexts.refusal.tooLong(1024)])
    const many = Array.from({ length: 6001 }, (_, index): [string, string] => [`field${index}`, ''])
    expect((await send('POST', '/post-mortems', many)).status).toBe(413)
    const cut = await factory.app.inject({
      method: 'POST',
      url: '/api/v1/post-mortems',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nhalf',
    })
    expect(cut.statusCode).toBe(400)
  })

  test('a request without a body gets the missing fields; one that is neither form nor JSON gets 415', async () => {
    const { client } = await factory.client()
    const ask = (headers: Record<string, string>, payload?: string) =>
      factory.app.inject({
        method: 'POST',
        url: '/api/v1/post-mortems',
        headers: { authorization: `Bearer ${client.token}`, ...headers },
        ...(payload && { payload }),
      })
    expect((await ask({})).json().message).toBe('Please choose a date.')
    expect((await ask({ 'content-type': 'text/plain' }, 'a letter')).statusCode).toBe(415)
    expect((await ask({ 'content-type': 'application/json' }, '{bad')).statusCode).toBe(400)
  })

  test('repeating id and content returns the first response; other content is rejected', async () => {
    const { client, site } = await factory.client()
    const postMortem = { id: uuidv7(), site_id: site.id, record_at: '2026-11-20' }
    const first = await client.post('/post-mortems', postMortem)
    const second = await client.post('/post-mortems', postMortem)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect((await client.post('/post-mortems', { ...postMortem, note: 'other' })).status).toBe(409)
    expect((await client.delete(`/post-mortems/${postMortem.id}`)).status).toBe(200)
    expect((await client.post('/post-mortems', postMortem)).status).toBe(409)
  })

  test('a repeated request creates nothing and succeeds although somebody has changed ticket and animals since', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const day = '2026-11-20'
    const animals = ['R 1', 'R 2'].map((tag) => ({
      id: uuidv7(),
      tag,
      customer_record_at: day,
      treatments_given: [{ name: 'Macrolide', given_at: day }],
    }))
    const whole = { id: uuidv7(), site_id: site.id, record_at: day, note: 'Found at dawn', animals }
    const later = { id: uuidv7(), veterinary_record_id: whole.id, tag: 'R 3', customer_record_at: day }
    const requests = [() => client.post('/post-mortems', whole), () => client.post('/veterinary-record-animals', later)]
    for (const send of requests) expect((await send()).status).toBe(201)
    expect((await vet.put(`/post-mortems/${whole.id}`, { note: 'Found at noon' })).status).toBe(200)
    for (const { id } of [...animals, later])
      expect((await vet.put(`/veterinary-record-animals/${id}`, { pen: '7', tag: 'R 9' })).status).toBe(200)
    for (const send of requests) expect((await send()).status).toBe(201)
    const { data } = (await client.get(`/post-mortems/${whole.id}`)).body
    expect(data.note).toBe('Found at noon')
    expect(data.veterinary_record.veterinary_record_animals.map(({ tag }: { tag: string }) => tag)).toEqual([
      'R 9',
      'R 9',
      'R 9',
    ])
    // other content, or another person
    expect((await client.post('/post-mortems', { ...whole, note: 'Found at night' })).status).toBe(409)
    expect((await client.post('/veterinary-record-animals', { ...later, tag: 'R 4' })).status).toBe(409)
    expect((await vet.post('/veterinary-record-animals', later)).status).toBe(409)
  })

  test('a step whose response was lost is replayed under its key, and rejected under another', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const postMortem = await factory.draftPostMortem(client, site)
    await factory.animal(client, postMortem.id)
    const send = (key: string) => client.put(`/post-mortems/${postMortem.id}`, { draft: 0 }, { 'idempotency-key': key })
    const first = await send('send')
    const again = await send('send')
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers['etag']).toBe(first.headers['etag'])
    expect((await send('another')).status).toBe(409)
    const complete = (key: string) =>
      vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' }, { 'idempotency-key': key })
    expect((await complete('complete')).status).toBe(200)
    expect((await complete('complete')).status).toBe(200)
    expect((await complete('another')).status).toBe(409)
  })

  test('fifty concurrent requests with one Idempotency-Key create one ticket', async () => {
    const { client, site } = await factory.client()
    const ask = () =>
      client.post('/post-mortems', { site_id: site.id, record_at: '2026-11-20' }, { 'idempotency-key': 'one' })
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(answers.filter((answer) => ![201, 409].includes(answer.status))).toEqual([])
    const again = await ask()
    expect(again.status).toBe(201)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await client.get('/post-mortems')).body.meta.total).toBe(1)
    const other = await client.post(
      '/post-mortems',
      { site_id: site.id, record_at: '2026-11-19' },
      { 'idempotency-key': 'one' },
    )
    expect(other.status).toBe(422)
  })
})

describe('sending', () => {
  test('a draft without an animal is not sent', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.draftPostMortem(client, site)
    const answer = await client.put(`/post-mortems/${postMortem.id}`, { draft: 0 })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('Add at least one animal before sending.')
  })

  test('a sent ticket is pending, names its requester, and is not sent twice', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.pendingPostMortem(client, site)
    expect(postMortem).toMatchObject({ status: 'Pending', draft: 0, requested_by_id: client.id, animals: 1 })
    expect((await client.put(`/post-mortems/${postMortem.id}`, { draft: 0 })).status).toBe(409)
  })
})

describe('scheduling and completing', () => {
  test('a veterinarian assigns itself and sets a date, and the ticket is in progress', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const postMortem = await factory.pendingPostMortem(client, site)
    const answer = await vet.put(`/post-mortems/${postMortem.id}`, {
      scheduled_at: '2026-11-21T09:00:00-06:00',
      scheduled_for_id: vet.id,
      scheduled_by_id: client.id,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe(texts.success.scheduled)
    expect(answer.body.data.status).toBe('In Progress')
    expect(answer.body.data.veterinary_record).toMatchObject({
      in_progress: 1,
      scheduled_at: '2026-11-21T15:00:00.000Z',
      scheduled_for: { id: vet.id },
      scheduled_by_id: vet.id,
    })
  })

  test('clearing the veterinarian answers with the unassigned text', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const postMortem = await factory.scheduledPostMortem(client, site, vet)
    const answer = await vet.put(`/post-mortems/${postMortem.id}`, { scheduled_for_id: '' })
    expect(answer.body.message).toBe('The post mortem was successfully unnassigned.')
  })

  test('a veterinarian may not assign another one; an Admin may', async () => {
    const { client, site } = await factory.client()
    const [vet, other, admin] = await Promise.all([
      factory.user('Veterinarian'),
      factory.user('Veterinarian'),
      factory.user('Admin'),
    ])
    const postMortem = await factory.pendingPostMortem(client, site)
    expect((await vet.put(`/post-mortems/${postMortem.id}`, { scheduled_for_id: other.id })).status).toBe(403)
    expect((await admin.put(`/post-mortems/${postMortem.id}`, { scheduled_for_id: other.id })).status).toBe(200)
  })

  test('a veterinarian changes the date of a colleague’s visit, but not its veterinarian', async () => {
    const { client, site } = await factory.client()
    const [vet, colleague, third] = [
      await factory.user('Veterinarian'),
      await factory.user('Veterinarian'),
      await factory.user('Veterinarian'),
    ]
    const { id } = await factory.scheduledPostMortem(client, site, vet)
    const move = (body: object) => colleague.put(`/post-mortems/${id}`, body)
    const first = '2026-11-21T15:00:00.000Z'
    const second = '2026-11-22T15:00:00.000Z'
    expect((await move({ scheduled_at: first })).status).toBe(200)
    expect((await move({ scheduled_at: second, scheduled_for_id: vet.id })).status).toBe(200)
    expect((await move({ scheduled_at: first, scheduled_for_id: third.id })).status).toBe(403)
    expect((await vet.get(`/post-mortems/${id}`)).body.data.veterinary_record).toMatchObject({
      scheduled_at: second,
      scheduled_for: { id: vet.id },
    })
  })

  test('a client may neither schedule nor complete', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.pendingPostMortem(client, site)
    expect((await client.put(`/post-mortems/${postMortem.id}`, { scheduled_at: '2026-11-21' })).status).toBe(403)
    expect((await client.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })).status).toBe(403)
  })

  test("completing uses the server's clock and the caller, and happens once", async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const postMortem = await factory.scheduledPostMortem(client, site, vet)
    const answer = await vet.put(`/post-mortems/${postMortem.id}`, {
      completed_at: '2001-01-01',
      completed_by_id: client.id,
    })
    expect(answer.body.message).toBe(texts.success.completed)
    expect(answer.body.data.veterinary_record.completed_by_id).toBe(vet.id)
    expect(answer.body.data.veterinary_record.completed_at.slice(0, 4)).not.toBe('2001')
    expect((await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })).status).toBe(409)
    expect((await vet.put(`/post-mortems/${postMortem.id}`, { scheduled_for_id: '' })).status).toBe(409)
  })

  test('a draft can be neither scheduled nor completed', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const postMortem = await factory.draftPostMortem(client, site)
    expect((await vet.put(`/post-mortems/${postMortem.id}`, { scheduled_at: '2026-11-21' })).status).toBe(409)
    expect((await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })).status).toBe(409)
  })

  test('the form of a draft may contain an empty schedule; that of a sent ticket unassigns it', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const empty = { scheduled_at: '', scheduled_for_id: '', duration_minutes: '' }
    const draft = await factory.draftPostMortem(client, site)
    for (const by of [client, vet]) {
      const { status, body } = await by.put(`/post-mortems/${draft.id}`, { note: `By ${by.id}`, ...empty })
      expect([status, body.data.note, body.data.status]).toEqual([200, `By ${by.id}`, 'Draft'])
    }
    const { id } = await factory.scheduledPostMortem(client, site, vet)
    expect((await client.put(`/post-mortems/${id}`, empty)).status).toBe(403)
    const unassigned = await vet.put(`/post-mortems/${id}`, empty)
    expect([unassigned.status, unassigned.body.data.status]).toEqual([200, 'Pending'])
  })

  test('a ticket is scheduled and completed by one request, unless it has changed meanwhile', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const { id } = await factory.pendingPostMortem(client, site)
    const path = `/post-mortems/${id}`
    const etag = async () => String((await vet.get(path)).headers['etag'])
    const old = await etag()
    await vet.put(path, { duration_minutes: 90 })
    const both = { scheduled_for_id: vet.id, scheduled_at: '2026-11-21T15:00:00Z', completed_at: '1' }
    const before = (await vet.get(path)).body.data
    expect((await vet.put(path, both, { 'if-match': old })).status).toBe(412)
    expect((await vet.get(path)).body.data).toEqual(before)
    const answer = await vet.put(path, both, { 'if-match': await etag() })
    expect([answer.status, answer.body.data.status]).toEqual([200, 'Completed'])
    expect(answer.body.data.veterinary_record).toMatchObject({
      scheduled_at: '2026-11-21T15:00:00.000Z',
      scheduled_for: { id: vet.id },
      completed_by_id: vet.id,
    })
  })

  test('of two editors the one with the older version is rejected', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.draftPostMortem(client, site)
    // cast: inject types headers as strings or numbers
    const { etag } = (await client.get(`/post-mortems/${postMortem.id}`)).headers as { etag: string }
    const path = `/post-mortems/${postMortem.id}`
    expect((await client.put(path, { note: 'first' }, { 'if-match': etag })).status).toBe(200)
    expect((await client.put(path, { note: 'second' }, { 'if-match': etag })).status).toBe(412)
    expect((await client.get(path)).body.data.note).toBe('first')
  })

  test('If-Match may list several ETags, of which one has to be current', async () => {
    const { client, site } = await factory.client()
    const { id } = await factory.draftPostMortem(client, site)
    const admin = await factory.user('Admin')
    // one with a version, and one whose ETag is a hash
    for (const [path, body] of [
      [`/post-mortems/${id}`, { note: 'x' }],
      [`/sites/${site.id}`, { city: 'Taber' }],
    ] as const) {
      const current = String((await admin.get(path)).headers['etag'])
      const put = async (etags: string) => (await admin.put(path, body, { 'if-match': etags })).status
      for (const stale of ['"a"', '"a", "b"', 'a, b', `"a${current.slice(1)}`]) expect(await put(stale)).toBe(412)
      expect(await put(`"a", ${current},"b"`)).toBe(200)
      expect(await put('*')).toBe(200)
    }
  })

  test('a completed ticket is read-only for the client, its animals too', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const postMortem = await factory.completedPostMortem(client, site, vet)
    const animal = postMortem.veterinary_record.veterinary_record_animals[0]
    expect((await client.put(`/post-mortems/${postMortem.id}`, { note: 'late' })).status).toBe(409)
    expect((await client.delete(`/post-mortems/${postMortem.id}`)).status).toBe(409)
    expect((await client.put(`/veterinary-record-animals/${animal?.id}`, { pen: '2' })).status).toBe(409)
    expect((await client.delete(`/veterinary-record-animals/${animal?.id}`)).status).toBe(409)
  })
})

describe('visibility', () => {
  test('a client of another customer gets 404 for everything of a ticket, and nothing changes', async () => {
    const { client, site } = await factory.client()
    const otherClient = (await factory.client()).client
    const postMortem = await factory.pendingPostMortem(client, site)
    const animal = postMortem.veterinary_record.veterinary_record_animals[0]
    const before = await client.get(`/post-mortems/${postMortem.id}`)
    const tries = await Promise.all([
      otherClient.get(`/post-mortems/${postMortem.id}`),
      otherClient.put(`/post-mortems/${postMortem.id}`, { note: 'mine' }),
      otherClient.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' }),
      otherClient.delete(`/post-mortems/${postMortem.id}`),
      otherClient.get(`/post-mortems/${postMortem.id}/report`),
      otherClient.get(`/veterinary-record-animals/${animal?.id}`),
      otherClient.put(`/veterinary-record-animals/${animal?.id}`, { pen: '9' }),
      otherClient.delete(`/veterinary-record-animals/${animal?.id}`),
      otherClient.get(`/sites/${site.id}`),
      otherClient.get(`/customers/${site.customerId}`),
      otherClient.post('/veterinary-record-animals', { veterinary_record_id: postMortem.id, tag: 'X' }),
    ])
    expect(tries.map((answer) => answer.status)).toEqual(tries.map(() => 404))
    expect((await otherClient.get('/post-mortems')).body.meta.total).toBe(0)
    expect((await otherClient.get(`/post-mortems?filter[pin]=${postMortem.veterinary_record.pin}`)).body.data).toEqual(
      [],
    )
    expect((await client.get(`/post-mortems/${postMortem.id}`)).body).toEqual(before.body)
  })

  test('every operation requires a token', async () => {
    expect((await factory.anonymous.get('/post-mortems')).status).toBe(401)
  })
})

describe('lists', () => {
  test('each tab contains the tickets of its status', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const [draft, pending, inProgress, completed] = [
      await factory.draftPostMortem(client, site),
      await factory.pendingPostMortem(client, site),
      await factory.scheduledPostMortem(client, site, vet),
      await factory.completedPostMortem(client, site, vet),
    ]
    const ids = async (query: string) =>
      (await client.get(`/post-mortems?${query}`)).body.data.map((postMortem: { id: string }) => postMortem.id)
    expect(await ids('filter[veterinary_records.draft]=true')).toEqual([draft.id])
    expect(
      await ids(
        'filter[veterinary_records.in_progress]=false&filter[veterinary_records.completed_at:isnull]=true&filter[veterinary_records.draft]=false&sort=-created_at',
      ),
    ).toEqual([pending.id])
    expect(await ids('filter[veterinary_records.in_progress]=true')).toEqual([inProgress.id])
    expect(
      await ids('filter[veterinary_records.completed_at:isnull]=false&sort=-veterinary_records.created_at'),
    ).toEqual([completed.id])
  })

  test('totals are exact through every change, for one site and for all', async () => {
    const { client, site } = await factory.client()
    const [vet, admin] = [await factory.user('Veterinarian'), await factory.user('Admin')]
    const total = async (status: string) =>
      (await vet.get(`/post-mortems?filter[site_id]=${site.id}&filter[status]=${status}&per_page=1`)).body.meta.total
    const tab = async (query: string) => (await client.get(`/post-mortems?${query}&per_page=1`)).body.meta.total
    const all = async () => (await vet.get('/post-mortems?per_page=1')).body.meta.total
    const before = await all()
    const postMortem = await factory.completedPostMortem(client, site, vet)
    await factory.draftPostMortem(client, site)
    const pending = await factory.pendingPostMortem(client, site)
    expect(await all()).toBe(before + 3)
    expect(await tab('filter[draft]=true')).toBe(await total('Draft'))
    expect(await tab('filter[completed_at:isnull]=false')).toBe(1)
    expect(await tab('filter[draft]=false')).toBe(2)
    await admin.delete(`/post-mortems/${postMortem.id}`)
    await vet.delete(`/post-mortems/${pending.id}`)
    expect(await tab('filter[completed_at:isnull]=false')).toBe(0)
    expect(await tab('filter[draft]=false')).toBe(0)
    expect(await all()).toBe(before + 1)
  })

  test('animals are found by RFID, tag and lot, ignoring case and space', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.draftPostMortem(client, site)
    await factory.animal(client, postMortem.id, { rfid: '982 000 001 088 420', tag: 'y 99', lot: 'F26-1' })
    const total = async (query: string) => (await client.get(`/post-mortems?${query}`)).body.meta.total
    expect(await total('filter[veterinary_record_animals.rfid]=982000001088420')).toBe(1)
    expect(await total('filter[tag]=%20Y%2099')).toBe(1)
    expect(await total('filter[veterinary_record_animals.lot]=f26-1')).toBe(1)
    expect(await total('filter[veterinary_record_animals.lot]=f26')).toBe(0)
    expect(await total('filter[record_at:gt]=2026-11-20 00:00:00&filter[record_at:lt]=2026-11-20 23:59:59')).toBe(1)
    expect(await total('filter[record_at:gt]=2026-11-21 00:00:00')).toBe(0)
  })

  test('animals and lots are found however the accents of their names are encoded', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.draftPostMortem(client, site)
    const [composed, decomposed] = ['Été 7', 'E\u0301te\u0301 7']
    await factory.animal(client, postMortem.id, { tag: decomposed, lot: composed, customer_notes: decomposed })
    for (const name of [composed, decomposed]) {
      const query = `filter[tag]=${encodeURIComponent(name)}&filter[lot]=${encodeURIComponent(name)}`
      expect([name, (await client.get(`/post-mortems?${query}`)).body.meta.total]).toEqual([name, 1])
    }
    const [animal] = (await client.get(`/post-mortems/${postMortem.id}`)).body.data.veterinary_record
      .veterinary_record_animals
    expect(animal).toMatchObject({ tag: composed, lot: composed, customer_notes: decomposed })
  })

  test('a list of values matches any of them, also of true and false, and part of a number is found with its prefix', async () => {
    const { client, site } = await factory.client()
    const draft = await factory.draftPostMortem(client, site)
    const pending = await factory.pendingPostMortem(client, site)
    const pins = async (query: string): Promise<number[]> =>
      (await client.get(`/post-mortems?sort=pin&${query}`)).body.data.map(
        (postMortem: { veterinary_record: { pin: number } }) => postMortem.veterinary_record.pin,
      )
    const both = [draft.veterinary_record.pin, pending.veterinary_record.pin]
    expect(await pins('filter[draft]=true,false')).toEqual(both)
    expect(await pins('filter[draft]=0,0')).toEqual(both.slice(1))
    expect(await pins('filter[requested_at:isnull]=false,true')).toEqual(both)
    expect(await pins('filter[status]=Draft,Pending')).toEqual(both)
    expect(await pins(`filter[pin:like]=chm-${both[0]}`)).toEqual(both.slice(0, 1))
    for (const op of ['isnull', 'gt', 'like']) {
      const { status, body } = await client.get(`/post-mortems?filter[veterinary_records.draft:${op}]=1`)
      expect([status, body.message]).toEqual([400, expect.stringContaining(`takes true or false, without "${op}"`)])
    }
    const nested = await client.get('/post-mortems?filter[pin][x]=1')
    expect([nested.status, nested.body.message]).toEqual([400, 'The filter "pin" takes a value or a list of values.'])
  })

  test('a list of bounds matches what any of them matches, in whichever order', async () => {
    const { client, site } = await factory.client()
    const first = await factory.draftPostMortem(client, site)
    const second = await factory.draftPostMortem(client, site)
    await client.put(`/post-mortems/${first.id}`, { record_at: '2026-03-01' })
    await client.put(`/post-mortems/${second.id}`, { record_at: '2026-03-02' })
    const titles = async (filter: string): Promise<string[]> =>
      (await client.get(`/post-mortems?sort=pin&filter[${filter}`)).body.data.map(
        ({ title }: { title: string }) => title,
      )
    const both = [first.title, second.title]
    for (const days of ['2026-03-01,2026-03-02', '2026-03-02,2026-03-01']) {
      expect(await titles(`record_at:gte]=${days}`)).toEqual(both)
      expect(await titles(`record_at:lte]=${days}`)).toEqual(both)
      expect(await titles(`record_at:gt]=${days}`)).toEqual([second.title])
    }
    expect(await titles('created_at:gte]=2100-01-01,2026-03-01')).toEqual(both)
    expect(await titles(`pin:gte]=${second.title},${first.title}`)).toEqual(both)
    expect(await titles(`pin:lte]=${first.title},${second.title}`)).toEqual(both)
    expect(await titles(`pin:lt]=${first.title},${second.title}`)).toEqual([first.title])
  })

  test('an unknown filter or sort is refused by name, and a page past the end is empty', async () => {
    const { client } = await factory.client()
    // names of every JavaScript object are unknown, too
    for (const name of ['colour', 'toString', 'constructor', '__proto__', '__proto__][constructor']) {
      const { status, body } = await client.get(`/post-mortems?filter[${name}]=red`)
      expect([status, body.message]).toEqual([400, expect.stringContaining(`"${name.split(']')[0]}`)])
    }
    expect((await client.get('/post-mortems?sort=weather')).body.message).toContain('weather')
    expect((await client.get('/post-mortems?page=9')).body).toMatchObject({ success: true, data: [] })
  })
})

test('a ticket is found by its own times as the API answers them, which have no microseconds', async () => {
  const { client, site } = await factory.client()
  const { id } = await factory.draftPostMortem(client, site)
  const stored = '2026-01-02T03:04:05.123999Z'
  await sql`update post_mortems set created_at = ${stored}, updated_at = ${stored} where id = ${id}`.execute(factory.db)
  const { created_at, updated_at } = (await client.get(`/post-mortems/${id}`)).body.data
  expect([created_at, updated_at]).toEqual(['2026-01-02T03:04:05.123Z', '2026-01-02T03:04:05.123Z'])
  for (const field of ['created_at', 'updated_at'])
    for (const [op, expected] of Object.entries({ '': 1, ':gte': 1, ':lte': 1, ':gt': 0, ':lt': 0 })) {
      const { meta } = (await client.get(`/post-mortems?filter[id]=${id}&filter[${field}${op}]=${created_at}`)).body
      expect([field, op, meta.total]).toEqual([field, op, expected])
    }
})
