import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { constants } from '@chisholm/domain/constants'
import { type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import { readFlag } from '../../http/body-fields.ts'
import { AppError, invalid } from '../../http/app-error.ts'
import { receiveMultipart } from '../../http/multipart.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { runQueued } from './import-queue.ts'
import { importTexts } from './import-texts.ts'
import { importList, requireMayImport, consumeImportLimit } from './imports.ts'
import { schemaOf } from './imports.schemas.ts'

/** A CSV file that was sent as the whole body. It is stored on disk and removed when the request ends. */
class CsvUpload {
  readonly path: string
  /** Whether the route removes the file, even after the connection has broken. */
  isOwnedByRoute = false
  constructor(path: string) {
    this.path = path
  }
}

const removeUpload = (file: CsvUpload) => rm(file.path, { force: true })

export const importRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addContentTypeParser(
    ['text/csv', 'application/csv', 'application/vnd.ms-excel'],
    (request: FastifyRequest, payload: Readable) => writeToDisk(request, payload),
  )
  app.addHook('onResponse', async ({ body }) => {
    if (body instanceof CsvUpload && !body.isOwnedByRoute) await removeUpload(body)
  })
  for (const kind of importKinds) {
    // Permission is checked before the body is received.
    const onRequest = async (request: FastifyRequest) => requireMayImport(contextOf(request))
    app.post(`/imports/${kind}`, { schema: schemaOf(kind), onRequest }, (request, reply) =>
      withUploadedFile(request, reply, kind, async (file) => {
        const apply = readFlag('apply', request.query.apply) ?? false
        const mail = readFlag('mail', request.query.mail) ?? true
        await consumeImportLimit(contextOf(request))
        return runQueued(kind, () =>
          handleWrite(request, reply, async (ctx) => ({
            success: true,
            data: await importList(ctx, kind, file, { apply, mail }),
          })),
        )
      }),
    )
  }
}

const maxBytesOf = (kind: ImportKind) =>
  kind === 'post-mortems' ? constants.imports.tickets.maxBytes : constants.imports.maxBytes

const multipartLimits = (kind: ImportKind) => ({
  fileBytes: maxBytesOf(kind),
  tooLarge: () => importTexts.tooLarge(maxBytesOf(kind)),
  files: 1,
  tooMany: () => invalid({ file: [importTexts.noFile] }),
  fields: 10,
})

/**
 * Calls `work` with the uploaded file, which is the complete body or the file of a form.
 * @throws invalid    there is no file
 * @throws too-large  the file is too large
 */
async function withUploadedFile<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: ImportKind,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const { body } = request
  if (body instanceof CsvUpload) {
    body.isOwnedByRoute = true
    try {
      return await work(body.path)
    } finally {
      await removeUpload(body)
    }
  }
  const missing = invalid({ file: [importTexts.noFile] })
  if (!request.isMultipart) throw missing
  return receiveMultipart(request, reply, multipartLimits(kind), async ({ files: [file] }) => {
    if (!file) throw missing
    return work(file.path)
  })
}

/** @throws too-large  the body is larger than an import may be */
async function writeToDisk(request: FastifyRequest, body: Readable): Promise<CsvUpload> {
  const kind = importKinds.find((one) => request.routeOptions.url?.endsWith(`/imports/${one}`)) ?? 'customers'
  const most = maxBytesOf(kind)
  const file = new CsvUpload(await request.services.storage.tempPath())
  const limited = async function* (chunks: AsyncIterable<Buffer>) {
    let length = 0
    for await (const chunk of chunks) {
      length += chunk.length
      if (length > most) throw new AppError('too-large', importTexts.tooLarge(most))
      yield chunk
    }
  }
  try {
    await pipeline(body, limited, createWriteStream(file.path, { mode: 0o600 }))
    return file
  } catch (error) {
    await removeUpload(file)
    throw error
  }
}
