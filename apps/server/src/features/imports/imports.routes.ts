import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { constants } from '@chisholm/domain/constants'
import { type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import { readFlag } from '../../http/body-fields.ts'
import { AppError, invalid } from '../../http/app-error.ts'
import { type ReceivedForm, receiveMultipart } from '../../http/multipart.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { writeNewFile } from '../../storage/write-new-file.ts'
import { runQueued } from './import-queue.ts'
import { importTexts } from './import-texts.ts'
import { importList, consumeImportLimit } from './imports.ts'
import { schemaOf } from './imports.schemas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a body that is CSV, from the start of its transfer on. */
    csvUpload: CsvUpload | null
  }
}

/** A CSV file that was sent as the whole body. It is stored on disk and removed when the request ends. */
class CsvUpload {
  path = ''
  /** Whether the route removes the file, even after the connection has broken. */
  isOwnedByRoute = false
  /** Whether the request has ended, possibly before the file was written. */
  hasRequestEnded = false
}

const removeUpload = (file: CsvUpload) => rm(file.path, { force: true })

export const importRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addContentTypeParser(
    ['text/csv', 'application/csv', 'application/vnd.ms-excel'],
    (request: FastifyRequest, payload: Readable) => writeToDisk(request, payload),
  )
  app.decorateRequest('csvUpload', null)
  app.addHook('onResponse', async ({ csvUpload }) => {
    if (!csvUpload) return
    csvUpload.hasRequestEnded = true
    if (!csvUpload.isOwnedByRoute) await removeUpload(csvUpload)
  })
  for (const kind of importKinds) {
    app.post(`/imports/${kind}`, { config: { requires: 'lists.import' }, schema: schemaOf(kind) }, (request, reply) =>
      withUploadedFile(request, reply, kind, async (file, fields) => {
        const flag = (name: 'apply' | 'mail') => readFlag(name, request.query[name] ?? fields.get(name)?.at(-1))
        const apply = flag('apply') ?? false
        const mail = flag('mail') ?? true
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
 * Calls `work` with the uploaded file, which is the complete body or the file of a form, and the fields of the form.
 * @throws invalid   there is no file
 * @throws tooLarge  the file is too large
 */
async function withUploadedFile<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: ImportKind,
  work: (file: string, fields: ReceivedForm['fields']) => Promise<Result>,
): Promise<Result> {
  const { csvUpload } = request
  if (csvUpload) {
    csvUpload.isOwnedByRoute = true
    try {
      return await work(csvUpload.path, new Map())
    } finally {
      await removeUpload(csvUpload)
    }
  }
  const missing = invalid({ file: [importTexts.noFile] })
  if (!request.isUpload) throw missing
  return receiveMultipart(request, reply, multipartLimits(kind), async ({ files: [file], fields }) => {
    if (!file) throw missing
    return work(file.path, fields)
  })
}

/** @throws tooLarge  the body is larger than an import may be */
async function writeToDisk(request: FastifyRequest, body: Readable): Promise<CsvUpload> {
  const kind = importKinds.find((one) => request.routeOptions.url?.endsWith(`/imports/${one}`)) ?? 'customers'
  const most = maxBytesOf(kind)
  const file = new CsvUpload()
  request.csvUpload = file
  file.path = await request.services.storage.tempPath()
  const limited = async function* (chunks: AsyncIterable<Buffer>) {
    let length = 0
    for await (const chunk of chunks) {
      length += chunk.length
      if (length > most) throw new AppError('too-large', importTexts.tooLarge(most))
      yield chunk
    }
  }
  try {
    await writeNewFile(file.path, (stream) => pipeline(body, limited, stream))
  } catch (error) {
    await removeUpload(file)
    throw error
  }
  if (file.hasRequestEnded) await removeUpload(file)
  return file
}
