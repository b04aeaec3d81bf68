import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { constants } from '@chisholm/domain/constants'
import { type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import { readFlag } from '../../http/bodies.ts'
import { Failure, invalid } from '../../http/failures.ts'
import { receiveMultipart } from '../../http/multipart.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { inTurn } from './import-queue.ts'
import { importTexts } from './import-texts.ts'
import { importList, requireImport, takeImport } from './imports.ts'
import { schemaOf } from './imports.schemas.ts'

/** A body of CSV, on disk for as long as its request is worked on. */
class CsvFile {
  readonly path: string
  /** Its route removes it, however long that works on it after the connection broke. */
  isTaken = false
  constructor(path: string) {
    this.path = path
  }
}

const remove = (file: CsvFile) => rm(file.path, { force: true })

export const importRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addContentTypeParser(
    ['text/csv', 'application/csv', 'application/vnd.ms-excel'],
    (request: FastifyRequest, payload: Readable) => keepOnDisk(request, payload),
  )
  app.addHook('onResponse', async ({ body }) => {
    if (body instanceof CsvFile && !body.isTaken) await remove(body)
  })
  for (const kind of importKinds) {
    // nothing is read from whoever may not import
    const onRequest = async (request: FastifyRequest) => requireImport(contextOf(request))
    app.post(`/imports/${kind}`, { schema: schemaOf(kind), onRequest }, (request, reply) =>
      withFile(request, reply, kind, async (file) => {
        const apply = readFlag('apply', request.query.apply) ?? false
        const mail = readFlag('mail', request.query.mail) ?? true
        await takeImport(contextOf(request))
        return inTurn(kind, () =>
          write(request, reply, async (ctx) => ({
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

const limitsOf = (kind: ImportKind) => ({
  fileBytes: maxBytesOf(kind),
  tooLarge: () => importTexts.tooLarge(maxBytesOf(kind)),
  files: 1,
  tooMany: () => invalid({ file: [importTexts.noFile] }),
  fields: 10,
})

/** Works on the file of a request: its whole body, or the file of its form. @throws invalid; too-large */
async function withFile<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: ImportKind,
  work: (file: string) => Promise<Answer>,
): Promise<Answer> {
  const { body } = request
  if (body instanceof CsvFile) {
    body.isTaken = true
    try {
      return await work(body.path)
    } finally {
      await remove(body)
    }
  }
  const missing = invalid({ file: [importTexts.noFile] })
  if (!request.hasForm) throw missing
  return receiveMultipart(request, reply, limitsOf(kind), async ({ files: [file] }) => {
    if (!file) throw missing
    return work(file.path)
  })
}

/** @throws too-large  more than a file of an import may have */
async function keepOnDisk(request: FastifyRequest, body: Readable): Promise<CsvFile> {
  const kind = importKinds.find((one) => request.routeOptions.url?.endsWith(`/imports/${one}`)) ?? 'customers'
  const most = maxBytesOf(kind)
  const file = new CsvFile(await request.house.storage.scratch())
  const limited = async function* (chunks: AsyncIterable<Buffer>) {
    let length = 0
    for await (const chunk of chunks) {
      length += chunk.length
      if (length > most) throw new Failure('too-large', importTexts.tooLarge(most))
      yield chunk
    }
  }
  try {
    await pipeline(body, limited, createWriteStream(file.path, { mode: 0o600 }))
    return file
  } catch (thrown) {
    await remove(file)
    throw thrown
  }
}
