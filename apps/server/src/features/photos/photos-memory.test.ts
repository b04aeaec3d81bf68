import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
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

/** Linux tells what a process held at most. */
test.runIf(process.platform === 'linux').each(['a folder', 'a bucket'])(
  'twenty 12-megapixel photos at once are kept in %s in less than 300 MB',
  async (place) => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-memory-'))
    const s3 = place === 'a bucket' ? await startS3() : undefined
    const settings = { DATA_DIR: dataDir, DEMO: '1', ...(s3 && { STORAGE_URL: s3.url() }) }
    // drawing the demo pictures takes memory of its own
    const first = startServer(settings)
    await first.listening
    first.child.kill('SIGTERM')
    await first.ended
    const server = startServer(settings)
    onTestFinished(async () => {
      server.child.kill('SIGTERM')
      await server.ended
      await s3?.close()
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
    const noise = { type: 'gaussian', mean: 120, sigma: 18 } as const
    const picture = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#765', noise } })
      .jpeg({ quality: 80 })
      .toBuffer()
    const upload = async () => {
      const form = new FormData()
      form.set('id', uuidv7())
      form.set('media_attachable_type', 'VeterinaryRecordAnimal')
      form.set('media_attachable_id', animal?.id ?? '')
      form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'pen.jpg')
      return (await fetch(`${origin}/medias`, { method: 'POST', headers, body: form })).status
    }
    const answers = await Promise.all(Array.from({ length: 20 }, upload))
    expect(answers).toEqual(Array.from({ length: 20 }, () => 201))
    expect(megabytes(server.child.pid ?? 0, 'VmHWM')).toBeLessThan(300)
  },
  120_000,
)
