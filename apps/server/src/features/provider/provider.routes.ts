import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { One, ProviderAnswer } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { BodyText, readLine } from '../../http/bodies.ts'
import type { Context } from '../../http/context.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { write } from '../../http/write.ts'
import * as use from './provider.ts'
import { withOffsets } from './zone-offsets.ts'

const fields = ['name', 'phone', 'email', 'url', 'time_zone'] as const
const field = Type.Optional(BodyText)
const Body = Type.Object({ name: field, phone: field, email: field, url: field, time_zone: field })
const example = {
  name: 'Foothills Veterinary Services',
  phone: '+1 403 555 0177',
  email: 'office@foothillsvet.example',
  url: 'https://foothillsvet.example',
  time_zone: 'America/Edmonton',
}

/** The veterinary practice this deployment serves; known to everyone, also before signing in. */
export const providerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answer = async ({ db, settings }: Pick<Context, 'db' | 'settings'>, reply: FastifyReply, message?: string) => {
    const { provider, version } = await use.readProvider(db, settings.provider)
    setEtag(reply, version)
    return { success: true, ...(message && { message }), data: withOffsets(provider) }
  }

  const get = {
    operationId: 'getProvider',
    summary: 'Who runs this deployment',
    versioned: true,
    response: { 200: One(ProviderAnswer) },
  }
  app.get('/provider', { config: { public: true }, schema: get }, (request, reply) => answer(request.house, reply))

  const change = {
    operationId: 'changeProvider',
    summary: 'Change what the practice tells of itself; completed reports stay as they are',
    versioned: true,
    examples: {
      details: { body: example },
      phone: { body: { phone: '+1 403 555 0178' } },
      zone: { body: { time_zone: 'Australia/Adelaide' } },
    },
    body: Body,
    response: { 200: One(ProviderAnswer) },
  }
  app.put('/provider', { schema: change }, (request, reply) => {
    const sent = fields.flatMap((name) => {
      const text = readLine(request.body[name])
      return text === undefined ? [] : [[name, text ?? '']]
    })
    return write(request, reply, async (ctx) => {
      await use.changeProvider(ctx, Object.fromEntries(sent), expectedVersion(request))
      return answer(ctx, reply, texts.success.dataUpdated)
    })
  })
}
