import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { PushSubscription } from '@chisholm/domain/schemas/notifications'
import { Type } from 'typebox'
import type { PushSubscriptionId } from '../../database/ids.ts'
import { contextOf } from '../../http/authentication.ts'
import { BodyId, BodyText, readText } from '../../http/body-fields.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { addSubscription, removeSubscription } from './push.ts'
import { publicPushKey } from './vapid-keys.ts'

const subscription = {
  endpoint: exampleTexts.pushEndpoint,
  expirationTime: null,
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
}

const schemas = {
  key: {
    operationId: 'getPushKey',
    summary: 'The public VAPID key with which browsers subscribe to pushes',
    response: { 200: ItemResponse(Type.Object({ key: Type.String() })) },
  },
  create: {
    operationId: 'createPushSubscription',
    summary: 'Subscribe a browser to your notifications; the body is its PushSubscription.toJSON()',
    requiredFields: ['endpoint', 'keys'],
    examples: { browser: { body: subscription } },
    body: Type.Object({
      id: Type.Optional(BodyId),
      endpoint: Type.Optional(BodyText),
      expirationTime: Type.Optional(BodyText),
      keys: Type.Optional(Type.Object({ p256dh: Type.Optional(BodyText), auth: Type.Optional(BodyText) })),
    }),
    response: { 201: ItemResponse(PushSubscription) },
  },
  remove: {
    operationId: 'deletePushSubscription',
    summary: 'Unsubscribe a browser from your notifications',
    examples: { own: { id: exampleIds.pushSubscription } },
    params: idParameter<PushSubscriptionId>(),
    response: { 200: SuccessReply },
  },
}

/** Web push (decisions.md section 8). */
export const pushRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/push-key', { schema: schemas.key }, async (request) => ({
    success: true,
    data: { key: publicPushKey(contextOf(request)) },
  }))

  app.post('/push-subscriptions', { schema: schemas.create }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const { endpoint, keys } = request.body
      const { id, created_at } = await addSubscription(ctx, idToCreate(request), {
        endpoint: readText(endpoint) ?? null,
        p256dh: readText(keys?.p256dh) ?? null,
        auth: readText(keys?.auth) ?? null,
      })
      reply.status(201)
      return { success: true, data: { id, created_at: created_at.toISOString() } }
    }),
  )

  app.delete('/push-subscriptions/:id', { schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await removeSubscription(ctx, request.params.id)
      return { success: true }
    }),
  )
}
