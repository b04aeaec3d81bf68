/**
 * Measures the report of a hundred animals with 1,200 photos: `node bench/large-report.ts`. Prints the duration of a
 * preview and of an issued report, and the memory of the server, whose threads render them.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { startServer } from '../apps/server/src/testing/server-process.ts'
import { memoryOf } from './environment.ts'

const animalCount = 100
const photosPerAnimal = 12
/** Enough to reveal a memory leak. */
const previews = 6
const secondsAllowed = 60

/** A photo like those of phones, 1920 pixels wide, different each time, with a thumbnail of about 10 kB. */
const phonePhoto = () =>
  sharp(randomBytes(80 * 60 * 3), { raw: { width: 80, height: 60, channels: 3 } })
    .resize(1920)
    .jpeg({ quality: 80 })
    .toBuffer()

async function signIn(origin: string, name: string) {
  const call = async (method: string, address: string, body?: object, accept = 'application/json') => {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}/api/v1${address}`, {
      method,
      headers: {
        accept,
        ...(session.token && { authorization: `Bearer ${session.token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
    return response
  }
  const session = { token: '' }
  const json = async (...request: Parameters<typeof call>) =>
    // cast: only the fields that are read below
    (await (await call(...request)).json()) as { token: string; data: { id: string }[] & { id: string } }
  const renew = async () => {
    session.token = (
      await json('POST', '/auth/login', { username: `${name}@demo.example`, password: 'Chisholm#1867' })
    ).token
  }
  await renew()
  return { call, json, renew }
}

type Client = Awaited<ReturnType<typeof signIn>>

/**
 * Sends a ticket of a hundred animals and uploads the photos of each, as several people because of the rate limit.
 * @returns its id
 */
async function ticketWithPhotos(people: Client[]): Promise<string> {
  const [first] = people
  if (!first) throw new Error('nobody to send it')
  const { json } = first
  const [site] = (await json('GET', '/sites')).data
  // cast: sites name their customer
  const { id: site_id, customer_id } = site as unknown as { id: string; customer_id: string }
  const animals = Array.from({ length: animalCount }, (_, number) => ({ tag: `Y ${number}` }))
  const ticket = { customer_id, site_id, record_at: new Date().toISOString().slice(0, 10), animals, send: 1 }
  const { id } = (await json('POST', '/post-mortems', ticket)).data
  const slots = (await json('GET', '/photo-slots?per_page=50')).data
  const created = (await json('GET', `/veterinary-record-animals?filter[veterinary_record_id]=${id}&per_page=9999`))
    .data
  for (const [number, animal] of created.entries()) {
    const person = people[number % people.length] ?? first
    if (number % 20 < people.length) await person.renew()
    for (let photo = 0; photo < photosPerAnimal; photo++) {
      const form = new FormData()
      form.set('media_attachable_id', animal.id)
      form.set('slot_id', slots[photo % slots.length]?.id ?? '')
      form.append('image', new Blob([new Uint8Array(await phonePhoto())]), `IMG_${photo}.jpg`)
      await person.json('POST', '/medias', form)
    }
  }
  return id
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-large-report-'))
const server = startServer({ DATA_DIR: dataDir, DEMO: '1' })
try {
  const origin = (await server.listening) ?? ''
  const client = await signIn(origin, 'vet')
  const id = await ticketWithPhotos([client, await signIn(origin, 'vet2')])
  const pid = server.child.pid ?? 0
  await client.renew()
  const measure = async (name: string, work: () => Promise<Response>) => {
    // resets the peak memory
    await writeFile(`/proc/${pid}/clear_refs`, '5')
    const before = memoryOf(pid).now
    const begin = performance.now()
    const bytes = (await (await work()).arrayBuffer()).byteLength
    const seconds = (performance.now() - begin) / 1000
    const { most } = memoryOf(pid)
    console.log(
      `${name}: ${seconds.toFixed(1)} s, ${(bytes / 2 ** 20).toFixed(1)} MB; server ${Math.round(before)} MB before, ${Math.round(most)} MB at most`,
    )
    if (seconds > secondsAllowed) process.exitCode = 1
  }
  const pdf = 'application/pdf'
  for (let preview = 1; preview <= previews; preview++)
    await measure(`preview ${preview}`, () => client.call('GET', `/post-mortems/${id}/report-preview`, undefined, pdf))
  await measure('issued', async () => {
    await client.json('PUT', `/post-mortems/${id}`, { completed_at: '1' })
    return client.call('GET', `/post-mortems/${id}/report`, undefined, pdf)
  })
} finally {
  server.child.kill('SIGTERM')
  await server.ended
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
