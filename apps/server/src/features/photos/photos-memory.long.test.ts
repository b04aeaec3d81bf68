import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { serverTexts } from '@chisholm/domain/server-texts'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { demoPassword } from '../../demo/accounts.ts'
import { startS3 } from '../../testing/s3-server.ts'
import { startServer } from '../../testing/server-process.ts'

const megabytes = (pid: number, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

interface Answered {
  token: string
  data: { id: string }[]
}

/** Starts a server to measure its memory, and uploads to it. */
async function startMeasuredServer(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-memory-'))
  const start = () => startServer({ DATA_DIR: dataDir, DEMO: '1', ...settings })
  // drawing the demo photos takes memory as well
  const first = start()
  await first.listening
  first.child.kill('SIGTERM')
  await first.ended
  const server = start()
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    await rm(dataDir, { recursive: true, force: true })
  })
  const origin = `${await server.listening}/api/v1`
  const ask = async (url: string, init: RequestInit = {}) =>
    (await fetch(`${origin}${url}`, init)).json() as Promise<Answered>
  const login = await ask('/auth/login', {
    method: 'POST',
    body: new URLSearchParams({ username: 'vet@demo.example', password: demoPassword }),
  })
  const headers = { authorization: `Bearer ${login.token}` }
  const animal = (await ask('/veterinary-record-animals?per_page=1', { headers })).data[0]
  const upload = async (picture: Buffer) => {
    const form = new FormData()
    form.set('id', uuidv7())
    form.set('media_attachable_type', 'VeterinaryRecordAnimal')
    form.set('media_attachable_id', animal?.id ?? '')
    form.set('image', new Blob([new Uint8Array(picture)]), 'pen.jpg')
    const answer = await fetch(`${origin}/medias`, { method: 'POST', headers, body: form })
    return { status: answer.status, text: await answer.text() }
  }
  return { upload, peak: () => megabytes(server.child.pid ?? 0, 'VmHWM') }
}

const noise = { type: 'gaussian', mean: 120, sigma: 18 } as const

/** Needs Linux: /proc reports the peak memory of a process. */
// oxlint-disable-next-line vitest/expect-expect -- the function called below contains the expectations
const onLinux = test.runIf(process.platform === 'linux')

onLinux.each(['a folder', 'a bucket'])(
  'twenty concurrent 12-megapixel photos are stored in %s using less than 300 MB',
  async (place) => {
    const s3 = place === 'a bucket' ? await startS3() : undefined
    onTestFinished(() => s3?.close())
    const { upload, peak } = await startMeasuredServer(s3 && { STORAGE_URL: s3.url() })
    const picture = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#765', noise } })
      .jpeg({ quality: 80 })
      .toBuffer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(picture)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(peak()).toBeLessThan(300)
  },
  120_000,
)

/** Small files that decode to large images: plain images of 50 megapixels, most of which require rotation. */
async function hostilePictures() {
  const flat = (channels: 3 | 4, side = 7050) =>
    sharp({ create: { width: side, height: side, channels, background: '#765' }, limitInputPixels: false })
  const deep = () => flat(4).toColourspace('rgb16')
  const drawn = [
    { name: 'deep interlaced PNG', picture: deep().png({ progressive: true }), isRead: false },
    { name: 'deep PNG', picture: deep().png(), isRead: false },
    { name: 'upright deep PNG', picture: deep().png(), isRead: true, orientation: 1 },
    { name: 'interlaced PNG', picture: flat(3).png({ progressive: true }), isRead: false },
    { name: 'progressive JPEG', picture: flat(3).jpeg({ progressive: true }), isRead: false },
    { name: 'upright progressive JPEG', picture: flat(3).jpeg({ progressive: true }), isRead: true, orientation: 1 },
    { name: 'JPEG at the limit', picture: flat(3).jpeg(), isRead: true },
    { name: 'PNG at the limit', picture: flat(3).png(), isRead: true },
    { name: 'progressive JPEG of a phone', picture: flat(3, 4000).jpeg({ progressive: true }), isRead: true },
  ]
  const pictures = []
  for (const name of ['plain-40-megapixels', 'tiles-48-megapixels']) {
    const heic = new URL(`../../testing/photos/${name}.heic`, import.meta.url)
    pictures.push({ name, isRead: true, bytes: readFileSync(heic) })
  }
  for (const { name, picture, isRead, orientation = 6 } of drawn)
    pictures.push({ name, isRead, bytes: await picture.withMetadata({ orientation }).toBuffer() })
  return pictures
}

onLinux(
  'small files that decode to large images are rejected by their headers or decoded one at a time: the server stays under 450 MB',
  async () => {
    const { upload, peak } = await startMeasuredServer()
    const pictures = await hostilePictures()
    for (const { bytes } of pictures) expect(bytes.length).toBeLessThan(3_000_000)
    // twenty at once, of every kind
    const sent = [...pictures, ...pictures].slice(0, 20)
    const results = await Promise.all(
      sent.map(async ({ name, bytes }) => {
        const { status, text } = await upload(bytes)
        return [name, status, text.includes(serverTexts.validation.photoTooMuchMemory)]
      }),
    )
    expect(results).toEqual(sent.map(({ name, isRead }) => [name, isRead ? 201 : 422, !isRead]))
    expect(peak()).toBeLessThan(450)
  },
  180_000,
)
