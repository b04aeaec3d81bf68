import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { BucketAddress } from './bucket-address.ts'
import { FileMissing } from './file-missing.ts'
import { typeOfKey } from './keys.ts'
import { patiently } from './patience.ts'
import type { StoredFile } from './storage.ts'

const hour = 3_600_000
/** A storage that takes this long to connect, or says nothing for this long, does not answer. */
const timeouts = { connectionTimeout: 5000, socketTimeout: 15_000, requestTimeout: 60_000, throwOnRequestTimeout: true }
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }
const checkTime = 5000
const probe = 'checks/storage'
const probeText = 'Chisholm writes this to see that it can.\n'

/** How many bytes there are, and their SHA-256. */
interface Body {
  bytes: number
  hash: string
  /** Made for each try: what was read of a stream is gone. */
  open(): Readable | Uint8Array
}

/** The bytes of a file, read twice: once for their hash, once to send them. */
export async function bodyOfFile(file: string): Promise<Body> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { bytes: (await stat(file)).size, hash: hash.digest('hex'), open: () => createReadStream(file) }
}

export const bodyOfBytes = (bytes: Uint8Array): Body => ({
  bytes: bytes.byteLength,
  hash: createHash('sha256').update(bytes).digest('hex'),
  open: () => bytes,
})

/** Speaks S3 with one bucket. Connections are opened at the first request. */
export function openClient({ endpoint, bucket, prefix, region, style, keys }: BucketAddress) {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: style === 'path',
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // streams are not tried again by the library: all tries are made by `patiently`
    maxAttempts: 1,
    // the signature holds the SHA-256 of the body, which every storage checks; newer checksums many do not know
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: timeouts,
    // it would write to the console past our log; what fails is thrown anyway
    logger: silent,
  })
  const place = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  const put = (key: string, body: Body) =>
    patiently(async () => {
      const [Body, ContentLength] = [body.open(), body.bytes]
      const command = new PutObjectCommand({ ...place(key), Body, ContentLength, ContentType: typeOfKey(key) })
      // it becomes part of the signature, so that a storage refuses other bytes
      const saysHash = (request: unknown) => {
        // cast: the request of this step is one of HTTP
        ;(request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = body.hash
      }
      command.middlewareStack.add(
        (next) => (args) => {
          saysHash(args.request)
          return next(args)
        },
        { step: 'build', name: 'saysHash' },
      )
      try {
        await client.send(command)
      } finally {
        if (Body instanceof Readable) Body.destroy()
      }
    })

  const stream = async (key: string): Promise<Readable> => {
    const { Body } = await reading(key, () => client.send(new GetObjectCommand(place(key))))
    if (!(Body instanceof Readable)) throw new Error(`the storage gave no bytes for ${key}`)
    return Body
  }

  /** What breaks off half-way is read anew. */
  const get = (key: string): Promise<Buffer> =>
    reading(key, async () => {
      const { Body } = await client.send(new GetObjectCommand(place(key)))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    })

  const stat = async (key: string): Promise<StoredFile> => {
    const asked = () => client.send(new HeadObjectCommand(place(key)))
    const { ContentLength: bytes, LastModified: modifiedAt } = await patiently(asked).catch(async (thrown: Error) => {
      // without a body, a key and a bucket that are not there are told alike
      if (thrown.name === 'NotFound') (await stream(key)).destroy()
      throw thrown
    })
    if (bytes === undefined || !modifiedAt) throw new Error(`the storage tells nothing of ${key}`)
    return { key, bytes, modifiedAt }
  }

  async function* list(): AsyncGenerator<StoredFile[]> {
    let ContinuationToken: string | undefined
    do {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken })
      const { Contents = [], NextContinuationToken } = await patiently(() => client.send(command))
      yield Contents.flatMap(({ Key, Size, LastModified }) =>
        Key === undefined || Size === undefined || !LastModified
          ? []
          : { key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified },
      )
      ContinuationToken = NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  const remove = async (key: string): Promise<void> => {
    await patiently(() => client.send(new DeleteObjectCommand(place(key))))
  }

  /** Signed at the full hour, so that the address stays the same within it. */
  const address = (key: string, { type, expires }: { type: string; expires: Date }): Promise<string> => {
    const signingDate = new Date(Math.floor(Date.now() / hour) * hour)
    const expiresIn = Math.floor((expires.getTime() - signingDate.getTime()) / 1000)
    const answer = {
      ResponseContentType: type,
      ResponseContentDisposition: 'inline',
      ResponseCacheControl: 'private, max-age=3600, immutable',
    }
    return getSignedUrl(client, new GetObjectCommand({ ...place(key), ...answer }), { signingDate, expiresIn })
  }

  /** Asks once and does not wait long: who asks wants to know how it is now. @throws what the storage answered */
  const check = async (write: boolean): Promise<void> => {
    const soon = { abortSignal: AbortSignal.timeout(checkTime) }
    if (write) await client.send(new PutObjectCommand({ ...place(probe), Body: probeText }), soon)
    const { Body } = await client.send(new GetObjectCommand(place(probe)), soon)
    const text = await Body?.transformToString()
    if (text !== probeText) throw new Error('it does not give back what was written')
  }

  return { put, stream, get, stat, list, remove, address, check }
}

/** @throws FileMissing  the storage answers that there is nothing under this key */
async function reading<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await patiently(read)
  } catch (thrown) {
    // cast: only errors are thrown there
    throw (thrown as Error).name === 'NoSuchKey' ? new FileMissing(key, thrown) : thrown
  }
}
