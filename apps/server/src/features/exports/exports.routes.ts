import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { constants } from '@chisholm/domain/constants'
import { dayOf, type Zone } from '@chisholm/domain/dates'
import { malformed } from '../../http/failures.ts'
import { listOf, queryParameter } from '../../http/list-parameters.ts'
import { ListQuery, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { zoneOf } from '../../http/zone.ts'
import { exportedFindings } from './exported-findings.ts'
import { exportedLibrary } from './exported-library.ts'
import type { ExportedList } from './exported-list.ts'
import { exportedLog } from './exported-log.ts'
import { exportedPeople } from './exported-people.ts'
import { exportList, requireExport } from './exports.ts'
import { type Format, formats, mediaTypes } from './files.ts'

const lists: ExportedList[] = [...exportedFindings, ...exportedPeople, ...exportedLibrary, exportedLog]

const Query = Type.Object({
  ...ListQuery.properties,
  format: Type.Optional(Type.String({ description: 'csv or xlsx' })),
})
const formatParameter = queryParameter(
  'format',
  'The kind of file.',
  { type: 'string', enum: [...formats], default: 'csv' },
  'xlsx',
)

/** `post-mortems` as an operation's noun: PostMortems. */
const nounOf = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())

const bytes = (contentMediaType: string) => ({
  schema: Type.Unsafe<Readable>({ type: 'string', contentMediaType }),
})

/** The list's own query without its pages: a file is the whole list. */
const schemaOf = ({ name, rules }: ExportedList) => ({
  operationId: `export${nounOf(name)}`,
  summary: `The whole list of ${name.replaceAll('-', ' ')} as a file, with the filters and orders of the list`,
  tags: ['exports'],
  refuses: [429],
  querystring: Query,
  parameters: [
    formatParameter,
    ...listOf(Type.Object({}), rules).parameters.filter((one) => !['page', 'per_page'].includes(one.name)),
  ],
  response: {
    200: {
      description:
        'The file; its first row names the columns, times are ISO 8601 with the offset of the practice’s time zone.',
      content: { 'text/csv': bytes('text/csv'), [mediaTypes.xlsx]: bytes(mediaTypes.xlsx) },
    },
  },
})

/** `chisholm-post-mortems-2026-11-21.csv` */
const fileName = (name: string, format: Format, zone: Zone) =>
  `chisholm-${name.replace('veterinary-record-', '')}-${dayOf(new Date(), zone)}.${format}`

/** Tells when nobody takes the answer any more: it was closed before its end, or nothing was taken for too long. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  reply.raw.setTimeout(constants.exports.silence, () => reply.raw.destroy())
  return gone.signal
}

export const exportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const list of lists)
    app.get(`/exports/${list.name}`, { schema: schemaOf(list) }, async (request, reply) => {
      const format = formats.find((one) => one === (request.query.format || 'csv'))
      if (!format) throw malformed(`format must be csv or xlsx, not "${request.query.format}".`)
      const asked = await readList(request, list.rules)
      const zone = await zoneOf(request)
      const ctx = contextOf(request)
      requireExport(ctx, list)
      // nothing is read for a body that is never sent
      const file =
        request.method === 'HEAD'
          ? Readable.from([])
          : await exportList(ctx, { list, format, asked, zone }, goneSignal(reply))
      return reply
        .type(mediaTypes[format])
        .header('content-disposition', `attachment; filename="${fileName(list.name, format, zone)}"`)
        .send(file)
    })
}
