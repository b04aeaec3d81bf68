import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyConfig } from '@fastify/busboy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serverConstants } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import { writeNewFile } from '../storage/write-new-file.ts'
import { AppError, malformed } from './app-error.ts'
import { parseForm } from './body-fields.ts'
import { claimKeyOrReplay } from './idempotency.ts'
import { rejectUnstorableText } from './reject-unstorable-text.ts'

/** A file of an upload. It stays on disk until the request ends. */
interface ReceivedFile {
  field: string
  /** The name chosen by the sender; may be empty. */
  name: string
  path: string
  sha256: Buffer
}

/** A parsed form: fields by name without brackets, and files in order. */
export interface ReceivedForm {
  fields: Map<string, string[]>
  files: ReceivedFile[]
}

interface FormOptions {
  /** Maximum size of one file in bytes. */
  fileBytes: number
  /**
   * The error text for a file that is larger.
   * @param name  the file name
   */
  tooLarge: (name: string) => string
  files: number
  /** The error to throw if there are more files than allowed. */
  tooMany: () => Error
  fields: number
  /** Default: any form is accepted. */
  admission?: UploadAdmission
}

/** Decides about a form while its files arrive, so that an upload that is rejected is not written to disk. */
export interface UploadAdmission {
  /**
   * Called when a file begins. The sender waits meanwhile.
   * @returns whether the fields that have arrived were enough to decide
   * @throws an error that rejects the form
   */
  check(fields: ReceivedForm['fields'], files: number): Promise<boolean>
  /**
   * Counts bytes written before `check` has decided.
   * @throws AppError  too many bytes were written undecided
   */
  countBytes(bytes: number): void
  /** Called when the request has ended and its files are deleted. */
  finish(): void
}

type FormLimits = Omit<FormOptions, 'admission'>

const admitAll: UploadAdmission = { check: async () => true, countBytes() {}, finish() {} }

/** Uploads are parsed only when their route requests it. The fields of any other form become the body. */
export function registerMultipart(app: FastifyInstance): void {
  app.decorateRequest('isMultipart', {
    getter(this: FastifyRequest) {
      return /^multipart\/form-data\b/i.test(this.headers['content-type'] ?? '')
    },
  })
  app.decorateRequest('isUpload', {
    getter(this: FastifyRequest) {
      return this.isMultipart && this.routeOptions.schema?.multipart !== undefined
    },
  })
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) =>
    request.isUpload ? undefined : parseForm(await readFields(request, payload)),
  )
}

/**
 * Reads a form without files, and identifies the body by its fields, because each request has its own boundary.
 * @returns the fields like those of a form in a URL
 */
async function readFields(request: FastifyRequest, payload: Readable): Promise<string> {
  const { bodyLimit } = request.routeOptions
  const parser = openBusboy(request, { fields: serverConstants.maxFormFields, fieldSize: bodyLimit })
  const fields: [string, string][] = []
  const failed = new AbortController()
  const fail = (error: Error) => failed.abort(error)
  parser.on('field', (name, value) => {
    if (value.includes(replacementCharacter)) fail(malformed(serverTexts.refusal.bodyIsNoUtf8))
    fields.push([name, value])
  })
  parser.on('file', (_name, stream) => {
    stream.resume()
    fail(new AppError('not-accepted-type', serverTexts.refusal.noFilesHere))
  })
  parser.once('fieldsLimit', () =>
    fail(new AppError('too-large', serverTexts.refusal.tooManyFields(serverConstants.maxFormFields))),
  )
  let bytes = 0
  const limited = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > bodyLimit) throw new AppError('too-large', serverTexts.refusal.tooLong(Math.floor(bodyLimit / 1024)))
      yield chunk
    }
  }
  try {
    await pipeline(payload, limited, parser, { signal: failed.signal })
  } catch (error) {
    if (failed.signal.reason instanceof AppError) throw failed.signal.reason
    throw error instanceof AppError ? error : malformed(incomplete)
  }
  request.bodyHash = createHash('sha256').update(JSON.stringify(fields)).digest()
  return new URLSearchParams(fields).toString()
}

/**
 * Parses a form, writes its files to disk, claims the request's Idempotency-Key and calls `work`. The files are deleted
 * afterwards. If the connection breaks early, nothing is left behind.
 * @returns the result of `work`, or the reply if the response of an earlier request with this key was sent
 * @throws malformed  the form is invalid or incomplete
 * @throws AppError   a file is too large, or `admission` rejects the form
 */
export async function receiveMultipart<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  { admission = admitAll, ...limits }: FormOptions,
  work: (form: ReceivedForm) => Promise<Result>,
): Promise<Result> {
  const paths: string[] = []
  try {
    const newPath = async () => {
      const path = await request.services.storage.tempPath()
      paths.push(path)
      return path
    }
    const form = await readForm(request, limits, admission, newPath)
    rejectUnstorableText(Object.fromEntries(form.fields))
    rejectUnstorableText(form.files.map(({ name }) => name))
    // cast: returning the reply tells Fastify that a response was sent
    if (await claimKeyOrReplay(request, reply, hashForm(form))) return reply as never
    return await work(form)
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
    admission.finish()
  }
}

/** Parses the form. After an error it reads the rest without storing it, so that the sender receives the response. */
async function readForm(
  request: FastifyRequest,
  limits: FormLimits,
  admission: UploadAdmission,
  newPath: () => Promise<string>,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: new Map(), files: [] }
  const parser = openParser(request, limits)
  const indexed = new Set<string>()
  const openStreams = new Set<Readable>()
  const writing: Promise<void>[] = []
  const { raw } = request
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value, isNameCut, isValueCut) => {
        if (isNameCut || isValueCut) return reject(malformed('A field of the form is too long.'))
        if (value.includes(replacementCharacter)) return reject(malformed(serverTexts.refusal.bodyIsNoUtf8))
        addField(form.fields, name, value)
        if (indexOf(name) !== undefined) indexed.add(withoutBrackets(name))
      })
      parser.on('file', (name, stream, fileName = '') => {
        // An unhandled error of the stream would end the process.
        stream.on('error', () => {})
        openStreams.add(stream)
        if (form.files.length >= limits.files) return reject(limits.tooMany())
        const file = { field: withoutBrackets(name ?? ''), name: fileName, path: '', sha256: Buffer.alloc(0) }
        form.files.push(file)
        stream.once('limit', () => reject(new AppError('too-large', limits.tooLarge(fileName))))
        const written = admission.check(form.fields, form.files.length).then((isDecided) => {
          const countBytes = isDecided ? () => {} : admission.countBytes
          return writeToDisk(file, stream, newPath, countBytes)
        })
        // The disk may fill up after parsing has ended.
        written.catch(reject)
        writing.push(written)
      })
      parser.once('fieldsLimit', () => reject(malformed(`A form has at most ${limits.fields} fields.`)))
      parser.once('finish', resolve)
      parser.on('error', () => reject(malformed(incomplete)))
      raw.once('error', () => reject(malformed(incomplete)))
      raw.once('close', () => !raw.readableEnded && reject(malformed(incomplete)))
      if (raw.destroyed) reject(malformed(incomplete))
      raw.pipe(parser)
    })
    await Promise.all(writing)
    // The value of one file does not count for all.
    for (const field of indexed) {
      const values = form.fields.get(field) ?? []
      while (values.length < form.files.length) values.push('')
    }
    return form
  } catch (thrown) {
    raw.unpipe(parser)
    raw.resume()
    for (const stream of openStreams) stream.destroy(new Error(incomplete))
    await Promise.allSettled(writing)
    throw thrown
  }
}

/** Takes the place of bytes that are no UTF-8. The parser does not tell it from one that was sent. */
const replacementCharacter = '\uFFFD'
const incomplete = 'The form is incomplete or is no multipart/form-data.'

const openParser = (request: FastifyRequest, { fileBytes, files, fields }: FormLimits) =>
  openBusboy(request, { fileSize: fileBytes, files: files + 1, fields, fieldSize: 100_000 })

function openBusboy(request: FastifyRequest, limits: BusboyConfig['limits']) {
  const contentType = request.headers['content-type'] ?? ''
  const text = 'Send multipart/form-data with its boundary.'
  if (!request.isMultipart) throw new AppError('not-accepted-type', text)
  if (!/boundary=./i.test(contentType)) throw malformed(text)
  return new Busboy({ headers: { ...request.headers, 'content-type': contentType }, limits })
}

/** Writes the content of a file to a new path, and sets its path and hash. */
async function writeToDisk(
  file: ReceivedFile,
  stream: Readable,
  newPath: () => Promise<string>,
  countBytes: UploadAdmission['countBytes'],
) {
  if (stream.destroyed) throw malformed(incomplete)
  const hash = createHash('sha256')
  file.path = await newPath()
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      countBytes(chunk.length)
      hash.update(chunk)
      yield chunk
    }
  }
  await writeNewFile(file.path, (target) => pipeline(stream, hashed, target))
  file.sha256 = hash.digest()
}

const withoutBrackets = (name: string) => name.replace(/\[\d*\]$/, '')

/**
 * Adds a field. `caption[2]` is that of the third file, whatever the order in which they arrive; those before it that are
 * not sent are empty.
 */
function addField(fields: ReceivedForm['fields'], name: string, value: string): void {
  const field = withoutBrackets(name)
  const values = fields.get(field) ?? []
  const index = indexOf(name) ?? values.length
  while (values.length < index) values.push('')
  values[index] = value
  fields.set(field, values)
}

/** The index in the brackets of a name. Undefined if there is none, or none that a form may have. */
function indexOf(name: string): number | undefined {
  const digits = /\[(\d{1,2})\]$/.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** A form is identified by its fields and the hashes of its files (decisions.md section 10). */
function hashForm({ fields, files }: ReceivedForm): Buffer {
  const identity = [[...fields], files.map(({ sha256 }) => sha256.toString('hex'))]
  return createHash('sha256').update(JSON.stringify(identity)).digest()
}
