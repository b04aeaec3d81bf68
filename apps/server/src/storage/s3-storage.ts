import { rm } from 'node:fs/promises'
import type { S3Address } from './s3-address.ts'
import { isStorageKey, requireStorageKey } from './storage-keys.ts'
import { createTempPath } from './temp-files.ts'
import type { Storage } from './storage.ts'

/** `check` always reads. To save costs, it writes at most once in this many milliseconds. */
const minWriteInterval = 10_000

/** Stores files in an S3 bucket. Temporary files are in DATA_DIR. */
export function openS3Storage(address: S3Address, dataDir: string): Storage {
  let lastWritten = 0
  // The client is loaded on demand, because servers with local files never need it.
  let opened: Promise<ReturnType<typeof import('./s3-client.ts')['createS3Client']>> | undefined
  const loadClient = () => import('./s3-client.ts')
  const client = () => (opened ??= loadClient().then(({ createS3Client }) => createS3Client(address)))
  const clientFor = async (key: string) => {
    requireStorageKey(key)
    return client()
  }
  return {
    async put(key, bytes) {
      const { bytesBody } = await loadClient()
      await (await clientFor(key)).put(key, bytesBody(bytes))
    },
    async putFile(key, file) {
      const { fileBody } = await loadClient()
      await (await clientFor(key)).put(key, await fileBody(file))
      await rm(file, { force: true })
    },
    tempPath: () => createTempPath(dataDir),
    get: async (key) => (await clientFor(key)).get(key),
    stream: async (key) => (await clientFor(key)).stream(key),
    stat: async (key) => (await clientFor(key)).stat(key),
    async *list() {
      for await (const page of (await client()).list()) yield page.filter(({ key }) => isStorageKey(key))
    },
    signsAddresses: address.photos !== 'server',
    signedAddress: async (key, answer) =>
      address.photos === 'server' ? null : (await clientFor(key)).address(key, answer),
    remove: async (key) => (await clientFor(key)).remove(key),
    async check() {
      const write = Date.now() - lastWritten > minWriteInterval
      await (await client()).check(write)
      if (write) lastWritten = Date.now()
    },
  }
}
