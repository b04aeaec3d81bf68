import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver, { type S3Request } from '@20minutes/s3rver'
import accounts from '@20minutes/s3rver/lib/models/account.js'

const bucket = 'chisholm-test'
/** Contains characters that URLs escape. */
const keys = { id: 'KEY-of-tests', secret: 'a/b+c@d:e%f' }
accounts.DUMMY_ACCOUNT.createKeyPair(keys.id, keys.secret)

/**
 * Faults for the next requests. `none` lets one through, `changed` returns other bytes, `broken` breaks off amid the
 * bytes of an object.
 */
type S3Fault = 'none' | 'busy' | 'cut' | 'silence' | 'noise' | 'gone' | 'denied' | 'changed' | 'broken'

/**
 * A local S3 server with one bucket. The library verifies signatures and expiry; this adds rejecting unsigned requests
 * and bodies that do not match the signed hash, and serialises writes per key.
 */
export async function startS3() {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'chisholm-s3-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false }
  const server = new S3rver({ ...options, directory, configureBuckets: [{ name: bucket }] })
  const requests: string[] = []
  const nextFaults: S3Fault[] = []
  const writesInProgress = new Map<string, Promise<unknown>>()

  server.middleware.unshift(async (request, next) => {
    requests.push(`${request.method} ${request.path}`)
    const fault = nextFaults.shift()
    if (fault === 'cut') return request.res.destroy()
    if (fault === 'silence') return new Promise(() => {})
    if (fault === 'gone') return replyWithError(request, 404, 'NoSuchBucket')
    if (fault === 'denied') return replyWithError(request, 403, 'AccessDenied')
    if (fault === 'busy') return replyWithError(request, 503, 'SlowDown')
    if (request.headers['authorization'] === undefined && !('X-Amz-Signature' in request.query))
      return replyWithError(request, 403, 'AccessDenied')
    if (request.method === 'PUT' && !(await hasSignedBytes(request, fault === 'noise')))
      return replyWithError(request, 400, 'XAmzContentSHA256Mismatch')
    // its router drops the trailing slash that the signature of a listing contains
    if (request.path === `/${bucket}/`) delete request.headers['authorization']
    const write = (writesInProgress.get(request.path) ?? Promise.resolve()).then(next)
    const over = write.catch(() => {})
    writesInProgress.set(request.path, over)
    await write
    if (fault === 'changed' || fault === 'broken') damageAnswer(request, fault)
  })
  const { port } = await server.run()

  return {
    keys,
    /** STORAGE_URL of the bucket, with changed parts. */
    url: (changes: { id?: string; secret?: string; bucket?: string; more?: string } = {}) => {
      const [id, secret] = [changes.id ?? keys.id, changes.secret ?? keys.secret].map(encodeURIComponent)
      return `s3://${id}:${secret}@127.0.0.1:${port}/${changes.bucket ?? bucket}/clinic?tls=0${changes.more ?? ''}`
    },
    origin: `http://127.0.0.1:${port}`,
    /** All requests so far, like `PUT /bucket/key`. */
    requests,
    /** Lets the next requests fail, one fault each. */
    failNext: (...next: S3Fault[]) => nextFaults.push(...next),
    removeBucket: () => rm(path.join(directory, bucket), { recursive: true }),
    close: async () => {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function replyWithError(request: S3Request, status: number, code: string): void {
  request.status = status
  request.type = 'application/xml'
  request.body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`
}

function damageAnswer(request: S3Request, fault: 'changed' | 'broken'): void {
  const { length } = request.response
  const bytes = Buffer.alloc(length, 'changed')
  request.body = fault === 'changed' ? bytes : Readable.from(breakOff(request, bytes))
  request.response.length = length
}

async function* breakOff({ res }: S3Request, bytes: Buffer) {
  yield bytes.subarray(0, bytes.length / 2)
  // the first half is on its way
  await new Promise((resolve) => setTimeout(resolve, 50))
  res.destroy()
}

async function hasSignedBytes(request: S3Request, noise: boolean): Promise<boolean> {
  const bytes = await buffer(request.req)
  if (noise) bytes[0] = 255 - (bytes[0] ?? 0)
  request.req = Readable.from([bytes])
  return request.headers['x-amz-content-sha256'] === createHash('sha256').update(bytes).digest('hex')
}
