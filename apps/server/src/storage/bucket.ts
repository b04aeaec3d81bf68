import { rm } from 'node:fs/promises'
import type { BucketAddress } from './bucket-address.ts'
import { isKey, requireKey } from './keys.ts'
import { scratchFile } from './scratch.ts'
import type { Storage } from './storage.ts'

/** `check` reads each time and writes, which costs more, once in this time. */
const writeEvery = 10_000

/** Keeps files in a bucket of an S3-compatible storage; what lasts no longer than a request lies in DATA_DIR. */
export function openBucket(address: BucketAddress, dataDir: string): Storage {
  let lastWritten = 0
  // loaded only where it is used: a server with files in DATA_DIR never needs it
  let opened: Promise<ReturnType<typeof import('./bucket-client.ts')['openClient']>> | undefined
  const parts = () => import('./bucket-client.ts')
  const client = () => (opened ??= parts().then(({ openClient }) => openClient(address)))
  const at = async (key: string) => {
    requireKey(key)
    return client()
  }
  return {
    async put(key, bytes) {
      const { bodyOfBytes } = await parts()
      await (await at(key)).put(key, bodyOfBytes(bytes))
    },
    async keep(key, file) {
      const { bodyOfFile } = await parts()
      await (await at(key)).put(key, await bodyOfFile(file))
      await rm(file, { force: true })
    },
    scratch: () => scratchFile(dataDir),
    get: async (key) => (await at(key)).get(key),
    stream: async (key) => (await at(key)).stream(key),
    stat: async (key) => (await at(key)).stat(key),
    async *list() {
      for await (const page of (await client()).list()) yield page.filter(({ key }) => isKey(key))
    },
    address: async (key, answer) => (address.photos === 'server' ? null : (await at(key)).address(key, answer)),
    remove: async (key) => (await at(key)).remove(key),
    async check() {
      const write = Date.now() - lastWritten > writeEvery
      await (await client()).check(write)
      if (write) lastWritten = Date.now()
    },
  }
}
