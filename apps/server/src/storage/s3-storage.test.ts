import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSettings } from '../settings.ts'
import { startS3 } from '../testing/s3-server.ts'
import { StorageUnavailableError } from './storage-unavailable-error.ts'
import { openStorage, openVerifiedStorage } from './storage.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let dataDir: string
beforeAll(async () => {
  s3 = await startS3()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-bucket-'))
})
afterAll(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true })
})

const settingsOf = (STORAGE_URL: string) => {
  const { settings, errors } = readSettings({ DATA_DIR: dataDir, STORAGE_URL })
  if (!settings) throw new Error(errors.join(' '))
  return settings
}
const storageAt = (url: string) => openStorage(settingsOf(url))
const why = (url: string) =>
  openVerifiedStorage(settingsOf(url)).then(
    () => 'it works',
    (error: Error) => error.message,
  )
const soon = () => new Date(Date.now() + 60_000)

test('stored files can be read, streamed and deleted', async () => {
  const storage = await openVerifiedStorage(settingsOf(s3.url()))
  await storage.put('reports/a.pdf', Buffer.from('a report'))
  expect((await storage.get('reports/a.pdf')).toString()).toBe('a report')
  const picture = Buffer.alloc(3_000_000, 'picture')
  const file = await storage.tempPath()
  await writeFile(file, picture)
  await storage.putFile('photos/a.jpg', file)
  await expect(rm(file)).rejects.toThrow('ENOENT')
  expect((await buffer(await storage.stream('photos/a.jpg'))).equals(picture)).toBe(true)
  await storage.remove('photos/a.jpg')
  await expect(storage.get('photos/a.jpg')).rejects.toThrow()
  await expect(storage.stream('photos/a.jpg')).rejects.toThrow()
  await expect(storage.put('../a', picture)).rejects.toThrow('not a key of ours')
})

test('requests to a busy storage and lost connections are retried, at most three times', async () => {
  const storage = storageAt(s3.url())
  const file = await storage.tempPath()
  await writeFile(file, 'again')
  s3.failNext('busy', 'cut')
  await storage.putFile('photos/again.jpg', file)
  s3.failNext('cut', 'busy')
  expect((await storage.get('photos/again.jpg')).toString()).toBe('again')
  s3.failNext('busy', 'busy', 'busy', 'busy')
  const before = s3.requests.length
  await expect(storage.get('photos/again.jpg')).rejects.toThrow('SlowDown')
  expect(s3.requests.length - before).toBe(4)
})

test('a download that breaks off is an unavailable storage, and a stream closed early leaves no error', async () => {
  const storage = storageAt(s3.url())
  await storage.put('photos/long.jpg', Buffer.alloc(500_000))
  s3.failNext('broken')
  await expect(storage.stream('photos/long.jpg').then(buffer)).rejects.toBeInstanceOf(StorageUnavailableError)
  const stream = await storage.stream('photos/long.jpg')
  stream.destroy()
  await once(stream, 'close')
  expect(await buffer(await storage.stream('photos/long.jpg'))).toHaveLength(500_000)
})

test('bytes that change in transit are rejected and sent again', async () => {
  const storage = storageAt(s3.url())
  s3.failNext('noise')
  const before = s3.requests.length
  await storage.put('photos/noise.jpg', Buffer.from('a quiet cow'))
  expect(s3.requests.length - before).toBe(2)
  expect((await storage.get('photos/noise.jpg')).toString()).toBe('a quiet cow')
})

test('a rejected request is not retried', async () => {
  const before = s3.requests.length
  await expect(storageAt(s3.url()).get('photos/nothing.jpg')).rejects.toThrow()
  expect(s3.requests.length - before).toBe(1)
})

test('a signed URL gives access to one image until it expires', async () => {
  const storage = storageAt(s3.url())
  await storage.put('photos/cow.jpg', Buffer.from('a cow'))
  await storage.put('photos/calf.jpg', Buffer.from('a calf'))
  const address = (expires = soon()) => storage.signedAddress('photos/cow.jpg', { type: 'image/jpeg', expires })
  const factory = String(await address())
  const answer = await fetch(factory)
  expect(await answer.text()).toBe('a cow')
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('content-disposition')).toBe('inline')
  expect(answer.headers.get('cache-control')).toBe('private, max-age=3600, immutable')
  const statusOf = async (url: string) => (await fetch(url)).status
  expect(await statusOf(factory.replace('cow', 'calf'))).toBe(403)
  expect(await statusOf(factory.replace('image%2Fjpeg', 'text%2Fhtml'))).toBe(403)
  expect(await statusOf(factory.replace(/Signature=\w{8}/, 'Signature=00000000'))).toBe(403)
  expect(await statusOf(factory.split('?')[0] ?? '')).toBe(403)
  expect(await statusOf(String(await address(new Date(Date.now() - 1000))))).toBe(403)
})

test('a URL stays the same within the hour, so that browsers can cache the image', async () => {
  const expires = soon()
  const address = () => storageAt(s3.url()).signedAddress('photos/cow.jpg', { type: 'image/jpeg', expires })
  expect(new URL(String(await address())).searchParams.get('X-Amz-Date')).toMatch(/T\d{2}0000Z$/)
  expect(await address()).toBe(await address())
})

test('with photos=server there is no signed URL: the server serves the images', async () => {
  const storage = storageAt(s3.url({ more: '&photos=server' }))
  expect(await storage.signedAddress('photos/cow.jpg', { type: 'image/jpeg', expires: soon() })).toBeNull()
})

test('an invalid bucket, key, secret or host fails the start in one line without the keys', async () => {
  expect(await why(s3.url({ bucket: 'another' }))).toBe(
    `The bucket 'another' at ${s3.origin} cannot be used: there is no such bucket.`,
  )
  expect(await why(s3.url({ id: 'STRANGER' }))).toContain('the access key is not known there.')
  expect(await why(s3.url({ secret: 'wrong-secret' }))).toContain('the secret does not belong to the access key.')
  const nobody = await why('s3://KEY:hidden-secret@127.0.0.1:1/chisholm?tls=0')
  expect(nobody).toMatch(/cannot be used: .*ECONNREFUSED/)
  const plain = await why(s3.url().replace('tls=0', 'tls=1'))
  expect(plain).toContain('cannot be used: ')
  for (const line of [nobody, plain]) {
    expect(line).not.toMatch(/hidden-secret|KEY-of-tests/)
    expect(line.split('\n')).toHaveLength(1)
  }
})

test('credentials missing in the URL are taken from the environment', async () => {
  const url = s3.url().replace(/\/\/.*@/, '//')
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', path.join(dataDir, 'none'))
  expect(await why(url)).toContain('STORAGE_URL has no keys, and there are none in the environment.')
  vi.stubEnv('AWS_ACCESS_KEY_ID', s3.keys.id)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', s3.keys.secret)
  expect(await why(url)).toBe('it works')
  vi.unstubAllEnvs()
})

test('an unresponsive storage makes the server not ready', async () => {
  const storage = storageAt(s3.url())
  s3.failNext('silence')
  const before = Date.now()
  await expect(storage.check()).rejects.toThrow()
  expect(Date.now() - before).toBeLessThan(10_000)
})

test('check fails when the bucket is missing', async () => {
  const own = await startS3()
  const storage = storageAt(own.url())
  await storage.check()
  await own.removeBucket()
  await expect(storage.check()).rejects.toThrow('bucket')
  await own.close()
})
