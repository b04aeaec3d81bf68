import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { serverConstants } from '@chisholm/domain/constants'
import { addDays, type Day, dayOf, daysBetween, isDay } from '@chisholm/domain/dates'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Planner, Route } from '@chisholm/domain/schemas/planner'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { lowerCased, type UserId } from '../../database/ids.ts'
import { inSnapshot } from '../../database/transaction.ts'
import { malformed } from '../../http/app-error.ts'
import { contextOf } from '../../http/authentication.ts'
import { isUuid } from '../../http/body-fields.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { queryParameter } from '../../http/openapi/list-parameters.ts'
import { practiceTimeZone } from '../../http/practice-time-zone.ts'
import { readPlanner, readRoute } from './planner.ts'

const dayParameter = (name: string, description: string, example: string) => ({
  ...queryParameter(name, description, { type: 'string', format: 'date' }, example),
})
const optionalText = Type.Optional(Type.String())
const { daysMax } = serverConstants.planner

const schemas = {
  planner: {
    operationId: 'getPlanner',
    summary: 'The visits of some days with absences and clashes, and the open tickets without a date',
    problemStatuses: [403],
    querystring: Type.Object({ from: optionalText, to: optionalText }),
    parameters: [
      dayParameter(
        'from',
        `First day, by default today, or the sixth day before \`to\` if that is past; at most ${daysMax} days in all.`,
        '2026-11-23',
      ),
      dayParameter('to', 'Last day, by default the sixth after the first.', '2026-11-29'),
    ],
    response: { 200: ItemResponse(Planner) },
  },
  route: {
    operationId: 'getRoute',
    summary:
      'The shortest route of a veterinarian through the sites of a day that misses as few examine_by as possible',
    problemStatuses: [403, 404],
    querystring: Type.Object({ date: optionalText, user_id: optionalText }),
    parameters: [
      dayParameter('date', 'The day; default: today.', '2026-11-23'),
      queryParameter(
        'user_id',
        'The veterinarian; default: yourself.',
        { type: 'string', format: 'uuid' },
        exampleIds.veterinarian,
      ),
    ],
    response: { 200: ItemResponse(Route) },
  },
}

const firstDay = '0001-01-03'
const lastDay = '9999-12-28'

/** @throws malformed  the text is not a day */
function readDayParameter(name: string, text: string): string {
  if (isDay(text) && text >= firstDay && text <= lastDay) return text
  throw malformed(`${name} must be a day like 2026-11-23, not "${text}".`)
}

/** The first day by default: today, or the sixth day before a last day that is past. */
const firstDayBefore = (to: string | undefined, today: Day): Day =>
  to && isDay(to) && to < today && to > firstDay ? addDays(to, -6) : today

/**
 * The week of the practice, and the route of a day (decisions.md section 8).
 * @param withThumbnailUrls  inserts the signed URLs of thumbnails into JSON of cards
 */
export const plannerRoutes =
  (withThumbnailUrls: (request: FastifyRequest, json: string) => string | Promise<string>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/planner', { config: { requires: 'planner.view' }, schema: schemas.planner }, async (request, reply) => {
      const today = dayOf(new Date(), await practiceTimeZone(request))
      const from = readDayParameter('from', request.query.from || firstDayBefore(request.query.to, today))
      const to = readDayParameter('to', request.query.to || addDays(from, 6))
      if (to < from) throw malformed(`to must not be before from: ${to} is before ${from}.`)
      if (daysBetween(from, to) >= daysMax) throw malformed(`from and to must span at most ${daysMax} days.`)
      const { unscheduled, visits, ...rest } = await inSnapshot(contextOf(request), (ctx) => readPlanner(ctx, from, to))
      const tickets = await withThumbnailUrls(request, `"unscheduled":${unscheduled},"visits":${visits}`)
      // untyped, because the payload is already JSON
      const jsonReply: FastifyReply = reply
      return jsonReply
        .type('application/json; charset=utf-8')
        .send(`{"success":true,"data":{${tickets},${JSON.stringify(rest).slice(1)}}`)
    })

    app.get('/planner/route', { config: { requires: 'planner.view' }, schema: schemas.route }, async (request) => {
      const ctx = contextOf(request)
      const { date, user_id: userId = ctx.person.id } = request.query
      const day = readDayParameter('date', date || dayOf(new Date(), await practiceTimeZone(request)))
      if (!isUuid<UserId>(userId)) throw malformed(`user_id must be an id, not "${userId}".`)
      return { success: true, data: await readRoute(ctx, day, lowerCased(userId)) }
    })
  }
