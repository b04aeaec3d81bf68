import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  notificationChannels,
  type NotificationKind,
  notificationKinds,
  type QuietHours,
} from '@chisholm/domain/notifications'
import { ItemResponse, ListResponse, Meta } from '@chisholm/domain/schemas/envelopes'
import { Notification, NotificationPreferences } from '@chisholm/domain/schemas/notifications'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { type Static, Type } from 'typebox'
import type { NotificationId } from '../../database/ids.ts'
import { invalid } from '../../http/app-error.ts'
import { contextOf } from '../../http/authentication.ts'
import { BodyFlag, BodyNumber, BodyText, readFlag, readInteger, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { listNotifications, markAllRead, markRead, readNotification } from './notifications.ts'
import { type PreferencesPatch, readPreferences, savePreferences } from './preferences.ts'

const listRules = { filters: {}, sorts: ['created_at'], sort: '-created_at', perPage: 20 } as const
const Id = idParameter<NotificationId>()
const { response: _response, ...listed } = listSchema(Notification, listRules)

const Choices = Type.Object(
  Object.fromEntries(notificationChannels.map((channel) => [channel, Type.Optional(BodyFlag)])),
  { additionalProperties: false },
)
const Preferences = Type.Object({
  channels: Type.Optional(
    Type.Object(Object.fromEntries(notificationKinds.map((kind) => [kind, Type.Optional(Choices)])), {
      additionalProperties: false,
    }),
  ),
  digest: Type.Optional(
    Type.Object({
      on: Type.Optional(BodyFlag),
      hour: Type.Optional(BodyNumber),
      time_zone: Type.Optional(BodyText),
    }),
  ),
  quiet: Type.Optional(
    Type.Union([
      Type.Object({ from: Type.Optional(BodyText), to: Type.Optional(BodyText) }),
      Type.Null(),
      Type.Literal(''),
    ]),
  ),
})

const schemas = {
  list: {
    operationId: 'listNotifications',
    summary: 'Your notifications, newest first, and the number of unread ones',
    ...listed,
    response: {
      200: Type.Object({
        ...ListResponse(Notification).properties,
        meta: Type.Object({ ...Meta.properties, unread: Type.Integer() }),
      }),
    },
  },
  get: {
    operationId: 'getNotification',
    summary: 'One notification',
    versioned: true,
    examples: { own: { id: exampleIds.notification } },
    params: Id,
    response: { 200: ItemResponse(Notification) },
  },
  change: {
    operationId: 'markNotification',
    summary: 'Mark a notification as read, or as unread',
    versioned: true,
    examples: { read: { id: exampleIds.notification, body: { read: 1 } } },
    params: Id,
    body: Type.Object({ read: Type.Optional(BodyFlag) }),
    response: { 200: ItemResponse(Notification) },
  },
  readAll: {
    operationId: 'markAllNotifications',
    summary: 'Mark all notifications as read',
    examples: { all: {} },
    response: { 200: SuccessReply },
  },
  preferences: {
    operationId: 'getNotificationPreferences',
    summary: 'Your notification preferences: channels by kind, the daily digest and quiet hours',
    versioned: true,
    response: { 200: ItemResponse(NotificationPreferences) },
  },
  changePreferences: {
    operationId: 'changeNotificationPreferences',
    summary: 'Change your notification preferences; fields that are not sent stay unchanged',
    versioned: true,
    examples: {
      channels: { body: { channels: { comment: { email: false, push: true } } } },
      digest: { body: { digest: { on: true, hour: 6, time_zone: 'America/Edmonton' } } },
      quiet: { body: { quiet: { from: '21:00', to: '06:00' } } },
    },
    body: Preferences,
    response: { 200: ItemResponse(NotificationPreferences) },
  },
}

function parsePreferences({ channels, digest, quiet }: Static<typeof Preferences>): PreferencesPatch {
  const time_zone = readText(digest?.time_zone)
  return {
    ...(channels && { channels: parseChannels(channels) }),
    ...(digest && {
      digest: {
        on: readFlag('digest.on', digest.on),
        hour: readInteger('digest.hour', digest.hour, { min: 0, max: 23 }),
        time_zone,
      },
    }),
    ...(quiet !== undefined && { quiet: quiet ? parseQuiet(quiet) : null }),
  }
}

function parseQuiet({ from, to }: { from?: BodyText; to?: BodyText }): QuietHours | null {
  const [begins, ends] = [readText(from) ?? null, readText(to) ?? null]
  if (begins === null && ends === null) return null
  if (begins === null || ends === null) throw invalid({ quiet: [serverTexts.validation.quietBothTimes] })
  return { from: begins, to: ends }
}

function parseChannels(sent: Record<string, Record<string, unknown> | undefined>) {
  const channels: NonNullable<PreferencesPatch['channels']> = {}
  for (const kind of notificationKinds) if (sent[kind]) channels[kind] = parseChoices(kind, sent[kind])
  return channels
}

function parseChoices(kind: NotificationKind, sent: Record<string, unknown>) {
  const choices = notificationChannels.map(
    (channel) => [channel, readFlag(`channels.${kind}.${channel}`, sent[channel])] as const,
  )
  return Object.fromEntries(choices.filter(([, choice]) => choice !== undefined))
}

/** Notifications in the app, and preferences of channels (decisions.md section 8). */
export const notificationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(readNotification)
  const answerPreferences = replyWithResource(readPreferences)

  app.get('/notifications', { schema: schemas.list }, async (request) => {
    const list = await readList(request, listRules)
    const { total, unread, notifications } = await listNotifications(contextOf(request), list)
    const { meta, ...reply } = listReply(request, list, total, notifications)
    return { ...reply, meta: { ...meta, unread } }
  })

  app.get('/notifications/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.put('/notifications/:id', { schema: schemas.change }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const id = request.params.id
      await markRead(ctx, id, readFlag('read', request.body.read), readIfMatch(request))
      return answerOne(ctx, reply, id)
    }),
  )

  app.post('/notifications/read-all', { schema: schemas.readAll }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await markAllRead(ctx)
      return { success: true }
    }),
  )

  app.get('/notification-preferences', { schema: schemas.preferences }, (request, reply) => {
    const ctx = contextOf(request)
    return answerPreferences(ctx, reply, ctx.person.id)
  })

  app.put('/notification-preferences', { schema: schemas.changePreferences }, (request, reply) => {
    const patch = parsePreferences(request.body)
    return handleWrite(request, reply, async (ctx) => {
      await savePreferences(ctx, patch, readIfMatch(request))
      return answerPreferences(ctx, reply, ctx.person.id, texts.success.dataUpdated)
    })
  })
}
