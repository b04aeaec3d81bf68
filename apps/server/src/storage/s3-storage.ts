import { rm } from 'node:fs/promises'
import type { S3Address } from './s3-address.ts'
import type { Bucket } from './s3-client.ts'
import { isStorageKey, requireStorageKey } from './storage-keys.ts'
import { createTempPath } from './temp-files.ts'
import type { Storage } from './storage.ts'
import { bytesBody, fileBody } from './upload-body.ts'

type S3 = typeof import('./s3-client.ts')

/** `check` always reads. To save costs, it writes at most once in this many milliseconds. */
const minWriteInterval = 10_000

/** Stores files in an S3 bucket. Temporary files are in DATA_DIR. */
export function openS3Storage(address: S3Address, dataDir: string): Storage {
  let lastWritten = 0
  let opened: Bucket | undefined
  // The client is loaded on demand, because servers with local files never need it.
  const open = async (): Promise<[S3, Bucket]> => {
    const s3 = await import('./s3-client.ts')
    return [s3, (opened ??= s3.openBucket(address))]
  }
  const request = async <Result>(key: string, send: (s3: S3, bucket: Bucket) => Promise<Result>): Promise<Result> => {
    requireStorageKey(key)
    return send(...(await open()))
  }
  return {
    put: (key, bytes) => request(key, (s3, bucket) => s3.putObject(bucket, key, bytesBody(bytes))),
    putFile: (key, file) =>
      request(key, async (s3, bucket) => {
        await s3.putObject(bucket, key, await fileBody(file))
        await rm(file, { force: true })
      }),
    tempPath: () => createTempPath(dataDir),
    get: (key) => request(key, (s3, bucket) => s3.getObject(bucket, key)),
    stream: (key) => request(key, (s3, bucket) => s3.streamObject(bucket, key)),
    stat: (key) => request(key, (s3, bucket) => s3.statObject(bucket, key)),
    async *list() {
      const [s3, bucket] = await open()
      for await (const page of s3.listObjects(bucket)) yield page.filter(({ key }) => isStorageKey(key))
    },
    signsAddresses: address.photos !== 'server',
    signedAddress: async (key, answer) =>
      address.photos === 'server' ? null : request(key, (s3, bucket) => s3.signUrl(bucket, key, answer)),
    remove: (key) => request(key, (s3, bucket) => s3.removeObject(bucket, key)),
    async check() {
      const write = Date.now() - lastWritten > minWriteInterval
      const [s3, bucket] = await open()
      await s3.checkAccess(bucket, write)
      if (write) lastWritten = Date.now()
    },
  }
}
