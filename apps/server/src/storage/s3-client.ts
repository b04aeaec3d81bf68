import { PassThrough, Readable } from 'node:stream'
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
import { StorageUnavailableError } from './storage-unavailable-error.ts'
import { withRetry } from './with-retry.ts'
import type { StoredFile } from './storage.ts'
import type { UploadBody } from './upload-body.ts'

const hour = 3_600_000
/**
 * Milliseconds after which an attempt has failed, so that nobody waits longer than 15 seconds for a bucket that does
 * not answer. The SDK begins to measure `socketTimeout`, the time without any traffic, after three seconds. It is long
 * because the operating system may still be sending an upload that it has buffered.
 */
const timeouts = { connectionTimeout: 5000, socketTimeout: 9000, requestTimeout: 60_000, throwOnRequestTimeout: true }
/** For requests without a body: a second attempt on another connection may get an answer. */
const withoutBody = { requestTimeout: 6000 }
const silentLogger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }
const checkTimeout = 5000
const probeKey = 'checks/storage'
const probeText = 'Chisholm writes this to see that it can.\n'

/** A bucket, or a folder of it. */
export interface Bucket {
  client: S3Client
  name: string
  /** Prefix of all keys. */
  prefix: string
}

/** Opens a bucket. The client connects with the first request. */
export function openBucket({ endpoint, bucket, prefix, region, style, keys }: S3Address): Bucket {
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
  return { client, name: bucket, prefix }
}

const locate = ({ name, prefix }: Bucket, key: string) => ({ Bucket: name, Key: prefix + key })

/** Uploads an object. The storage rejects other bytes than those of the body. */
export async function putObject(bucket: Bucket, key: string, body: UploadBody): Promise<void> {
  await withRetry(async () => {
    const [Body, ContentLength] = [body.open(), body.bytes]
    const ContentType = contentTypeOfKey(key)
    const command = new PutObjectCommand({ ...locate(bucket, key), Body, ContentLength, ContentType })
    signBodyHash(command, body.hash)
    try {
      await bucket.client.send(command)
    } finally {
      if (Body instanceof Readable) Body.destroy()
    }
  })
}

/** Includes the hash of the body in the signature. */
function signBodyHash(command: PutObjectCommand, hash: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      // cast: the request in this middleware step is an HTTP request
      ;(args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = hash
      return next(args)
    },
    { step: 'build', name: 'signBodyHash' },
  )
}

/**
 * Streams an object. A stream that breaks off has a StorageUnavailableError.
 * @throws FileMissingError  there is no object with this key
 */
export async function streamObject(bucket: Bucket, key: string): Promise<Readable> {
  const { Body } = await withMissingFileError(key, () => sendGet(bucket, key))
  if (!(Body instanceof Readable)) throw new Error(`the storage gave no bytes for ${key}`)
  const stream = new PassThrough({
    destroy: (error, done) => done(error && new StorageUnavailableError(error)),
  })
  // the reader of the stream gets the error
  pipeline(Body, stream).catch(() => {})
  return stream
}

/** Reads an object. A read that is interrupted is retried. @throws FileMissingError  there is no object with this key */
export const getObject = (bucket: Bucket, key: string): Promise<Buffer> =>
  withMissingFileError(key, async () => {
    const { Body } = await sendGet(bucket, key)
    return Buffer.from((await Body?.transformToByteArray()) ?? [])
  })

const sendGet = (bucket: Bucket, key: string) =>
  bucket.client.send(new GetObjectCommand(locate(bucket, key)), withoutBody)

/** @throws FileMissingError  there is no object with this key */
export async function statObject(bucket: Bucket, key: string): Promise<StoredFile> {
  const head = () => bucket.client.send(new HeadObjectCommand(locate(bucket, key)), withoutBody)
  const { ContentLength: bytes, LastModified: modifiedAt } = await withRetry(head).catch(async (thrown: Error) => {
    // Responses to HEAD have no body and cannot distinguish a missing key from a missing bucket.
    if (thrown.name === 'NotFound') (await streamObject(bucket, key)).destroy()
    throw thrown
  })
  if (bytes === undefined || !modifiedAt) throw new Error(`the storage returned no size or date of ${key}`)
  return { key, bytes, modifiedAt }
}

/** All objects, in pages of at most 1,000. */
export async function* listObjects({ client, name, prefix }: Bucket): AsyncGenerator<StoredFile[]> {
  let ContinuationToken: string | undefined
  do {
    const command = new ListObjectsV2Command({ Bucket: name, Prefix: prefix, ContinuationToken })
    const { Contents = [], NextContinuationToken } = await withRetry(() => client.send(command))
    yield Contents.flatMap(({ Key, Size, LastModified }) =>
      Key === undefined || Size === undefined || !LastModified
        ? []
        : { key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified },
    )
    ContinuationToken = NextContinuationToken
  } while (ContinuationToken !== undefined)
}

/** Deletes an object, if there is one. */
export async function removeObject(bucket: Bucket, key: string): Promise<void> {
  await withRetry(() => bucket.client.send(new DeleteObjectCommand(locate(bucket, key)), withoutBody))
}

/**
 * Signs a URL that anyone may read until it expires. It is signed as if at the last full hour, so that browsers can
 * cache the image.
 */
export function signUrl(bucket: Bucket, key: string, { type, expires }: { type: string; expires: Date }) {
  const signingDate = new Date(Math.floor(Date.now() / hour) * hour)
  const expiresIn = Math.floor((expires.getTime() - signingDate.getTime()) / 1000)
  const answer = {
    ResponseContentType: type,
    ResponseContentDisposition: 'inline',
    ResponseCacheControl: 'private, max-age=3600, immutable',
  }
  const command = new GetObjectCommand({ ...locate(bucket, key), ...answer })
  return getSignedUrl(bucket.client, command, { signingDate, expiresIn })
}

/**
 * Checks access once, with a short timeout.
 * @param write  whether to check write access, too
 * @throws the storage's error
 */
export async function checkAccess(bucket: Bucket, write: boolean): Promise<void> {
  const requestOptions = { abortSignal: AbortSignal.timeout(checkTimeout) }
  const probe = locate(bucket, probeKey)
  if (write) await bucket.client.send(new PutObjectCommand({ ...probe, Body: probeText }), requestOptions)
  const { Body } = await bucket.client.send(new GetObjectCommand(probe), requestOptions)
  const text = await Body?.transformToString()
  if (text !== probeText) throw new Error('it does not give back what was written')
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
