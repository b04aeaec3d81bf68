import { writeFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { serverTexts } from '@chisholm/domain/server-texts'
import { afterAll, expect, test } from 'vitest'
import { createFactory } from '../testing/factory.ts'
import { startSilentServer } from '../testing/silent-server.ts'
import { phoneJpeg, uploadPhotos } from '../testing/upload-photos.ts'

const bucket = await startSilentServer()
const factory = await createFactory({ STORAGE_URL: `s3://KEY:secret@127.0.0.1:${bucket.port}/chisholm?tls=0` })
afterAll(async () => {
  await factory.close()
  await bucket.close()
})

/** Maximum time in milliseconds that a person may have to wait. */
const maxWait = 15_000

async function expectWithinMaxWait(work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  expect(performance.now() - startedAt).toBeLessThan(maxWait)
}

test('while the bucket accepts requests but never answers, an upload gets 503 and reads fail within 15 seconds', {
  tags: 'long',
}, async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const files = [{ name: 'a.jpg', bytes: await phoneJpeg() }]
  const large = await factory.storage.tempPath()
  await writeFile(large, Buffer.alloc(10_000_000))
  const { storage } = factory
  await Promise.all([
    expectWithinMaxWait(async () => {
      const answer = await uploadPhotos(factory, client, animal.id, files)
      expect(answer).toMatchObject({ status: 503, body: { message: serverTexts.refusal.unavailable } })
    }),
    ...[
      () => storage.get('photos/a.jpg'),
      () => storage.stream('photos/a.jpg'),
      () => storage.stat('photos/a.jpg'),
      () => storage.remove('photos/a.jpg'),
      () => storage.putFile('photos/a.jpg', large),
    ].map((request) =>
      expectWithinMaxWait(() =>
        expect(request()).rejects.toThrow(expect.objectContaining({ name: 'StorageUnavailableError' })),
      ),
    ),
  ])
})
