import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { One, Provider } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BodyText, readLine } from '../../http/bodies.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { contextOf } from '../../http/sign-in.ts'
import * as use from './provider.ts'

const fields = ['name', 'phone', 'email', 'url'] as const
const field = Type.Optional(BodyText)
const Body = Type.Object({ name: field, phone: field, email: field, url: field })
const example = {
  name: 'Foothills Veterinary Services',
  phone: '+1 403 555 0177',
  email: 'office@foothillsvet.example',
  url: 'https://foothillsvet.example',
}

/** The veterinary practice this deployment serves; known to everyone, also before signing in. */
export const providerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answer = async ({ house }: FastifyRequest, reply: FastifyReply, message?: string) => {
    const { provider, version } = await use.readProvider(house.db, house.settings.provider)
    setEtag(reply, version)
    return { success: true, ...(message && { message }), data: provider }
  }

  const get = {
    operationId: 'getProvider',
    summary: 'Who runs this deployment',
    versioned: true,
    response: { 200: One(Provider) },
  }
  app.get('/provider', { config: { public: true }, schema: get }, (request, reply) => answer(request, reply))

  const change = {
    operationId: 'changeProvider',
    summary: 'Change what the practice tells of itself; completed reports stay as they are',
    versioned: true,
    examples: { details: { body: example }, phone: { body: { phone: '+1 403 555 0178' } } },
    body: Body,
    response: { 200: One(Provider) },
  }
  app.put('/provider', { schema: change }, async (request, reply) => {
    const sent = fields.flatMap((name) => {
      const text = readLine(request.body[name])
      return text === undefined ? [] : [[name, text ?? '']]
    })
    await use.changeProvider(contextOf(request), Object.fromEntries(sent), expectedVersion(request))
    return answer(request, reply, texts.success.dataUpdated)
  })
}
