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
import type { S3Address } from './s3-address.ts'
import { FileMissingError } from './file-missing-error.ts'
import { contentTypeOfKey } from './storage-keys.ts'
import { withRetry } from './with-retry.ts'
import type { StoredFile } from './storage.ts'

const hour = 3_600_000
/** After this many milliseconds the storage counts as unavailable. */
const timeouts = { connectionTimeout: 5000, socketTimeout: 15_000, requestTimeout: 60_000, throwOnRequestTimeout: true }
const silentLogger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }
const checkTimeout = 5000
const probeKey = 'checks/storage'
const probeText = 'Chisholm writes this to see that it can.\n'

/** A body to upload, with its length and SHA-256. */
interface UploadBody {
  bytes: number
  hash: string
  /** Called for each attempt, because a stream can be read only once. */
  open(): Readable | Uint8Array
}

/** Reads the file twice, first to hash it and then to upload it. */
export async function fileBody(file: string): Promise<UploadBody> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { bytes: (await stat(file)).size, hash: hash.digest('hex'), open: () => createReadStream(file) }
}

export const bytesBody = (bytes: Uint8Array): UploadBody => ({
  bytes: bytes.byteLength,
  hash: createHash('sha256').update(bytes).digest('hex'),
  open: () => bytes,
})

/** A client for one bucket. It connects with the first request. */
export function createS3Client({ endpoint, bucket, prefix, region, style, keys }: S3Address) {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: style === 'path',
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // The SDK does not retry streams, so `withRetry` makes all attempts.
    maxAttempts: 1,
    // Every storage verifies the signed SHA-256 of the body. Many do not know newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: timeouts,
    // Errors are thrown. The SDK would also log them to the console.
    logger: silentLogger,
  })
  const objectAt = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  const put = (key: string, body: UploadBody) =>
    withRetry(async () => {
      const [Body, ContentLength] = [body.open(), body.bytes]
      const command = new PutObjectCommand({
        ...objectAt(key),
        Body,
        ContentLength,
        ContentType: contentTypeOfKey(key),
      })
      // The hash is signed, so that the storage rejects other bytes.
      const signBodyHash = (request: unknown) => {
        // cast: the request in this middleware step is an HTTP request
        ;(request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = body.hash
      }
      command.middlewareStack.add(
        (next) => (args) => {
          signBodyHash(args.request)
          return next(args)
        },
        { step: 'build', name: 'signBodyHash' },
      )
      try {
        await client.send(command)
      } finally {
        if (Body instanceof Readable) Body.destroy()
      }
    })

  const stream = async (key: string): Promise<Readable> => {
    const { Body } = await withMissingFileError(key, () => client.send(new GetObjectCommand(objectAt(key))))
    if (!(Body instanceof Readable)) throw new Error(`the storage gave no bytes for ${key}`)
    return Body
  }

  /** A read that is interrupted is retried. */
  const get = (key: string): Promise<Buffer> =>
    withMissingFileError(key, async () => {
      const { Body } = await client.send(new GetObjectCommand(objectAt(key)))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    })

  const stat = async (key: string): Promise<StoredFile> => {
    const head = () => client.send(new HeadObjectCommand(objectAt(key)))
    const { ContentLength: bytes, LastModified: modifiedAt } = await withRetry(head).catch(async (thrown: Error) => {
      // Responses to HEAD have no body and cannot distinguish a missing key from a missing bucket.
      if (thrown.name === 'NotFound') (await stream(key)).destroy()
      throw thrown
    })
    if (bytes === undefined || !modifiedAt) throw new Error(`the storage returned no size or date of ${key}`)
    return { key, bytes, modifiedAt }
  }

  async function* list(): AsyncGenerator<StoredFile[]> {
    let ContinuationToken: string | undefined
    do {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken })
      const { Contents = [], NextContinuationToken } = await withRetry(() => client.send(command))
      yield Contents.flatMap(({ Key, Size, LastModified }) =>
        Key === undefined || Size === undefined || !LastModified
          ? []
          : { key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified },
      )
      ContinuationToken = NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  const remove = async (key: string): Promise<void> => {
    await withRetry(() => client.send(new DeleteObjectCommand(objectAt(key))))
  }

  /** The URL is signed as if at the last full hour, so that browsers can cache the image. */
  const signedAddress = (key: string, { type, expires }: { type: string; expires: Date }): Promise<string> => {
    const signingDate = new Date(Math.floor(Date.now() / hour) * hour)
    const expiresIn = Math.floor((expires.getTime() - signingDate.getTime()) / 1000)
    const answer = {
      ResponseContentType: type,
      ResponseContentDisposition: 'inline',
      ResponseCacheControl: 'private, max-age=3600, immutable',
    }
    return getSignedUrl(client, new GetObjectCommand({ ...objectAt(key), ...answer }), { signingDate, expiresIn })
  }

  /**
   * Checks access once, with a short timeout.
   * @throws the storage's error
   */
  const check = async (write: boolean): Promise<void> => {
    const requestOptions = { abortSignal: AbortSignal.timeout(checkTimeout) }
    if (write) await client.send(new PutObjectCommand({ ...objectAt(probeKey), Body: probeText }), requestOptions)
    const { Body } = await client.send(new GetObjectCommand(objectAt(probeKey)), requestOptions)
    const text = await Body?.transformToString()
    if (text !== probeText) throw new Error('it does not give back what was written')
  }

  return { put, stream, get, stat, list, remove, address: signedAddress, check }
}

/** @throws FileMissingError  the storage has no object with this key */
async function withMissingFileError<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await withRetry(read)
  } catch (thrown) {
    // cast: only Error objects are thrown here
    throw (thrown as Error).name === 'NoSuchKey' ? new FileMissingError(key, thrown) : thrown
  }
}
