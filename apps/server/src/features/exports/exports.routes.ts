import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { serverConstants } from '@chisholm/domain/constants'
import { dayOf, type Zone } from '@chisholm/domain/dates'
import { malformed } from '../../http/app-error.ts'
import { listSchema, queryParameter } from '../../http/openapi/list-parameters.ts'
import { operationNoun } from '../../http/openapi/operation-noun.ts'
import { ListQuery, readList } from '../../http/pagination.ts'
import { accessCheckOf, contextOf } from '../../http/authentication.ts'
import { practiceTimeZone } from '../../http/practice-time-zone.ts'
import { postMortemAndAnimalExports } from './post-mortem-and-animal-exports.ts'
import { trainingAndLibraryExports } from './training-and-library-exports.ts'
import type { ListExport } from './list-export.ts'
import { auditLogExport } from './audit-log-export.ts'
import { customerSiteAndUserExports } from './customer-site-and-user-exports.ts'
import { exportList, requireMayExport } from './exports.ts'
import { type Format, formats, mediaTypes } from './csv-and-xlsx.ts'

const lists: ListExport[] = [
  ...postMortemAndAnimalExports,
  ...customerSiteAndUserExports,
  ...trainingAndLibraryExports,
  auditLogExport,
]

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

const bytes = (contentMediaType: string) => ({
  schema: Type.Unsafe<Readable>({ type: 'string', contentMediaType }),
})

/** The query of the list without pagination, because a file holds the whole list. */
const schemaOf = ({ name, rules }: ListExport) => ({
  operationId: `export${operationNoun(name)}`,
  summary: `The complete list of ${name.replaceAll('-', ' ')} as a file, with the filters and sorting of the list`,
  tags: ['exports'],
  problemStatuses: [429],
  querystring: Query,
  parameters: [
    formatParameter,
    ...listSchema(Type.Object({}), rules).parameters.filter(
      (parameter) => !['page', 'per_page'].includes(parameter.name),
    ),
  ],
  response: {
    200: {
      description:
        'The file; its first row names the columns, times are ISO 8601 with the offset of the site’s time zone, or of the practice’s.',
      content: { 'text/csv': bytes('text/csv'), [mediaTypes.xlsx]: bytes(mediaTypes.xlsx) },
    },
  },
})

/** For example `chisholm-post-mortems-2026-11-21.csv`. */
const fileName = (name: string, format: Format, zone: Zone) =>
  `chisholm-${name.replace('veterinary-record-', '')}-${dayOf(new Date(), zone)}.${format}`

/** The signal aborts if the response is closed early, or if the client reads nothing for too long. */
function abortSignalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  reply.raw.setTimeout(serverConstants.exports.silence, () => reply.raw.destroy())
  return controller.signal
}

export const exportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const list of lists)
    app.get(`/exports/${list.name}`, { schema: schemaOf(list) }, async (request, reply) => {
      const format = formats.find((known) => known === (request.query.format || 'csv'))
      if (!format) throw malformed(`format must be csv or xlsx, not "${request.query.format}".`)
      const listRequest = await readList(request, list.rules)
      const zone = await practiceTimeZone(request)
      const ctx = contextOf(request)
      requireMayExport(ctx, list)
      // A HEAD request runs no query.
      const file =
        request.method === 'HEAD'
          ? Readable.from([])
          : await exportList(
              ctx,
              { list, format, listRequest, zone, checkAccess: accessCheckOf(request) },
              abortSignalOf(reply),
            )
      return reply
        .type(mediaTypes[format])
        .header('content-disposition', `attachment; filename="${fileName(list.name, format, zone)}"`)
        .send(file)
    })
}
