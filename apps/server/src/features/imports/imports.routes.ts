import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { constants } from '@chisholm/domain/constants'
import { importColumns, type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import { Change, One } from '@chisholm/domain/shapes'
import { readFlag } from '../../http/bodies.ts'
import { Failure, invalid } from '../../http/failures.ts'
import { queryParameter } from '../../http/list-parameters.ts'
import { receiveMultipart } from '../../http/multipart.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { importTexts } from './import-texts.ts'
import { importList, requireImport } from './imports.ts'

const count = Type.Integer()
const Outcome = Type.Object(
  {
    kind: Type.Unsafe<ImportKind>({ type: 'string', enum: [...importKinds] }),
    applied: Type.Boolean({ description: 'whether it was written; never with a problem left' }),
    counts: Type.Object({ rows: count, new: count, changed: count, unchanged: count, problems: count }),
    problems: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'counted from 1, the header included' }),
        column: Type.Union([Type.String(), Type.Null()], { description: 'null: the whole line' }),
        text: Type.String(),
      }),
      { description: `the first ${constants.imports.shownProblems}` },
    ),
    ignored_columns: Type.Array(Type.String()),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer(),
        what: Type.Union([Type.Literal('new'), Type.Literal('changed'), Type.Literal('unchanged')]),
        name: Type.String(),
        changes: Type.Array(Change),
      }),
      { description: `the first ${constants.imports.shownRows} that are new or changed` },
    ),
    letters: Type.Integer({ description: 'how many invitations go out by mail' }),
  },
  { title: 'ImportOutcome' },
)

const Query = Type.Object({
  apply: Type.Optional(Type.String({ maxLength: 5 })),
  mail: Type.Optional(Type.String({ maxLength: 5 })),
})
const flag = { type: 'string', enum: ['0', '1', 'false', 'true'] } as const
const applies = queryParameter('apply', '1 writes it; 0 only says what it would do.', { ...flag, default: '0' }, '0')
const mails = queryParameter('mail', '0 invites nobody by mail.', { ...flag, default: '1' }, '0')

const examples: Record<ImportKind, string> = {
  customers: 'name\r\nPrairie Feeders\r\n',
  sites: 'customer,site,region,city\r\nPrairie Feeders,North Yard,KS,Garden City\r\n',
  users:
    'email,first_name,last_name,phone,role,customer,sites\r\nada@feeders.example,Ada,Reyes,,Client,Prairie Feeders,North Yard;South Yard\r\n',
}

const schemaOf = (kind: ImportKind) => ({
  operationId: `import${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
  summary: `Import ${kind} from a CSV file, for Admins: ${importColumns[kind].join(', ')}`,
  tags: ['imports'],
  refuses: [403, 429],
  needs: ['file'],
  multipart: Type.Object({ file: Type.String({ contentMediaType: 'application/octet-stream' }) }),
  csv: true,
  examples: { file: { body: { file: examples[kind] } } },
  querystring: Query,
  parameters: kind === 'users' ? [applies, mails] : [applies],
  response: { 200: One(Outcome) },
})

export const importRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addContentTypeParser(
    ['text/csv', 'application/csv', 'application/vnd.ms-excel'],
    (_request: FastifyRequest, payload: Readable) => bytesOf(payload),
  )
  for (const kind of importKinds)
    app.post(`/imports/${kind}`, { schema: schemaOf(kind) }, (request, reply) =>
      withFile(request, reply, async (bytes) => {
        const apply = readFlag('apply', request.query.apply) ?? false
        const mail = readFlag('mail', request.query.mail) ?? true
        await requireImport(contextOf(request))
        return write(request, reply, async (ctx) => ({
          success: true,
          data: await importList(ctx, kind, bytes, { apply, mail }),
        }))
      }),
    )
}

const limits = {
  fileBytes: constants.imports.maxBytes,
  tooLarge: () => importTexts.tooLarge,
  files: 1,
  tooMany: () => invalid({ file: [importTexts.noFile] }),
  fields: 10,
}

/** Works on the file of a request: its whole body, or the file of its form. @throws invalid; too-large */
async function withFile<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (bytes: Buffer) => Promise<Answer>,
): Promise<Answer> {
  if (Buffer.isBuffer(request.body)) return work(request.body)
  const missing = invalid({ file: [importTexts.noFile] })
  if (!request.hasForm) throw missing
  return receiveMultipart(request, reply, limits, async ({ files: [file] }) => {
    if (!file) throw missing
    return work(await readFile(file.path))
  })
}

/** @throws too-large  more than a file of an import may have */
async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > constants.imports.maxBytes) throw new Failure('too-large', importTexts.tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
