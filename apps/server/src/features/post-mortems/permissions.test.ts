import { expect, test } from 'vitest'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const site = await factory.site()
const people: Record<Who, TestUser> = {
  client: await factory.user('Client', [site.id]),
  vet: await factory.user('Veterinarian'),
  admin: await factory.user('Admin'),
  superAdmin: await factory.user('SuperAdmin'),
}

type Who = 'client' | 'vet' | 'admin' | 'superAdmin'
type State = 'draft' | 'pending' | 'in progress' | 'in progress, no visit' | 'completed' | 'completed, no visit'
type Action = keyof typeof actions

/** Creates a ticket in this state. It has two animals, because the last animal of a sent ticket cannot be deleted. */
async function postMortemIn(state: State): Promise<PostMortem> {
  const { client, vet } = people
  const postMortem = await factory.draftPostMortem(client, site)
  await factory.animal(client, postMortem.id)
  await factory.animal(client, postMortem.id)
  const put = (body: object) => vet.put(`/post-mortems/${postMortem.id}`, body)
  if (state.endsWith('no visit')) await client.put(`/post-mortems/${postMortem.id}`, { no_vet_visit_requested: 1 })
  if (state !== 'draft') await client.put(`/post-mortems/${postMortem.id}`, { draft: 0 })
  if (!['draft', 'pending'].includes(state)) await put({ scheduled_for_id: vet.id })
  if (state.startsWith('completed')) await put({ completed_at: '1' })
  return (await vet.get(`/post-mortems/${postMortem.id}`)).body.data
}

const animalOf = (postMortem: PostMortem) =>
  `/veterinary-record-animals/${postMortem.veterinary_record.veterinary_record_animals[0]?.id}`

async function uploadPhoto(by: TestUser, postMortem: PostMortem) {
  const form = new FormData()
  form.set('media_attachable_type', 'VeterinaryRecordAnimal')
  form.set('media_attachable_id', postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? '')
  form.set('image', new Blob([new Uint8Array(onePixel)]), 'pixel.png')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const answer = await factory.app.inject({
    method: 'POST',
    url: '/api/v1/medias',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode }
}
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const actions = {
  'edit the ticket': (by: TestUser, t: PostMortem) => by.put(`/post-mortems/${t.id}`, { note: 'changed' }),
  'send the ticket': (by: TestUser, t: PostMortem) => by.put(`/post-mortems/${t.id}`, { draft: 0 }),
  'schedule it': (by: TestUser, t: PostMortem) => by.put(`/post-mortems/${t.id}`, { scheduled_at: '2026-11-22' }),
  'complete it': (by: TestUser, t: PostMortem) => by.put(`/post-mortems/${t.id}`, { completed_at: '1' }),
  'delete it': (by: TestUser, t: PostMortem) => by.delete(`/post-mortems/${t.id}`),
  'read the report': (by: TestUser, t: PostMortem) => by.get(`/post-mortems/${t.id}/report`),
  'edit an animal': (by: TestUser, t: PostMortem) => by.put(animalOf(t), { pen: '7' }),
  'delete an animal': (by: TestUser, t: PostMortem) => by.delete(animalOf(t)),
  'diagnose an animal': (by: TestUser, t: PostMortem) => by.put(animalOf(t), { vet_findings: 'Seen.' }),
  'add a photo': uploadPhoto,
}

const states: State[] = ['draft', 'pending', 'in progress', 'in progress, no visit', 'completed', 'completed, no visit']

/**
 * Permissions of specification section 6 and decisions section 4: one letter per state, in the order of `states`.
 * y: allowed, c: 409 the state forbids it, x: 403 the role never may.
 */
const table: Record<Who, Record<Action, string>> = {
  client: {
    'edit the ticket': 'yccccc',
    'send the ticket': 'yccccc',
    'schedule it': 'xxxxxx',
    'complete it': 'xxxxxx',
    'delete it': 'yccccc',
    'read the report': 'ccccyy',
    'edit an animal': 'yycycc',
    'delete an animal': 'yycccc',
    'diagnose an animal': 'xxxxxx',
    'add a photo': 'yyyycc',
  },
  vet: {
    'edit the ticket': 'yccccc',
    'send the ticket': 'yccccc',
    'schedule it': 'cyyycc',
    'complete it': 'cyyycc',
    'delete it': 'yyyycc',
    'read the report': 'ccccyy',
    'edit an animal': 'yyyycc',
    'delete an animal': 'yyyycc',
    'diagnose an animal': 'yyyycc',
    'add a photo': 'yyyyyy',
  },
  admin: {
    'edit the ticket': 'yccccc',
    'send the ticket': 'yccccc',
    'schedule it': 'cyyycc',
    'complete it': 'cyyycc',
    'delete it': 'yyyyyy',
    'read the report': 'ccccyy',
    'edit an animal': 'yyyyyy',
    'delete an animal': 'yyyyyy',
    'diagnose an animal': 'yyyyyy',
    'add a photo': 'yyyyyy',
  },
  get superAdmin() {
    return this.admin
  },
}

const letterOf = (status: number) => ({ 200: 'y', 201: 'y', 409: 'c', 403: 'x' })[status] ?? String(status)

for (const who of ['client', 'vet', 'admin', 'superAdmin'] as const) {
  // cast: Object.keys and Object.entries lose the key type
  test.each(Object.keys(actions) as Action[])(
    `${who}: who may %s in which state is as the specification says`,
    async (action) => {
      const answers = await Promise.all(
        states.map(async (state) => actions[action](people[who], await postMortemIn(state))),
      )
      expect(answers.map((answer) => letterOf(answer.status)).join('')).toBe(table[who][action])
    },
  )
}

test('a client who schedules or completes is told that clients may not, whatever else the request has', async () => {
  const { client } = people
  const pending = await postMortemIn('pending')
  for (const body of [
    { scheduled_at: 'soon' },
    { note: 'x', scheduled_at: '2026-12-12' },
    { note: 'x', completed_at: '1' },
    { draft: 0, scheduled_for_id: people.vet.id },
  ])
    expect((await client.put(`/post-mortems/${pending.id}`, body)).status).toBe(403)
  const { client: stranger } = await factory.client()
  expect((await stranger.put(`/post-mortems/${pending.id}`, { scheduled_at: 'soon' })).status).toBe(404)
  // a form that sends a ticket has these fields, empty
  const draft = await postMortemIn('draft')
  const sent = await client.put(`/post-mortems/${draft.id}`, { draft: 0, scheduled_at: '', scheduled_for_id: '' })
  expect(sent.status).toBe(200)
})

test('a ticket that was sent before is scheduled by a request that also sends it', async () => {
  const { vet } = people
  const pending = await postMortemIn('pending')
  const both = { draft: 0, scheduled_at: '2026-12-12', scheduled_for_id: vet.id }
  for (let times = 0; times < 2; times++)
    expect((await vet.put(`/post-mortems/${pending.id}`, both)).body.data).toMatchObject({ status: 'In Progress' })
  expect((await vet.put(`/post-mortems/${pending.id}`, { draft: 0 })).status).toBe(409)
})

test('no client may write the opinion, not even an empty or malformed one, whether there is such an animal or not', async () => {
  const { client, site } = await factory.client()
  const draft = await factory.draftPostMortem(client, site)
  const { id } = await factory.animal(client, draft.id)
  for (const field of ['vet_diagnosis_id', 'vet_diagnosis_note', 'vet_findings'])
    for (const value of ['x', '', null]) {
      const body = { [field]: value }
      for (const one of [id, draft.id])
        expect((await client.put(`/veterinary-record-animals/${one}`, body)).status).toBe(403)
      const added = { veterinary_record_id: draft.id, tag: 'A', ...body }
      expect((await client.post('/veterinary-record-animals', added)).status).toBe(403)
    }
})
