import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { One, ProviderAnswer } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { BodyText, readLine, readText } from '../../http/bodies.ts'
import { nothingRuns } from '../../http/browser-headers.ts'
import type { Context, Executor } from '../../http/context.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { exampleTexts } from '../../http/example-values.ts'
import { notFound } from '../../http/failures.ts'
import { receiveMultipart } from '../../http/multipart.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { typeOfKey } from '../../storage/keys.ts'
import { keepLogo, logoLimits, logoPath, readLogo } from './logo.ts'
import * as use from './provider.ts'
import { withOffsets } from './zone-offsets.ts'

const fields = ['name', 'phone', 'email', 'url', 'time_zone'] as const
const field = Type.Optional(BodyText)
const Body = Type.Object({ name: field, phone: field, email: field, url: field, address: field, time_zone: field })
const example = {
  name: 'Foothills Veterinary Services',
  phone: '+1 403 555 0177',
  email: 'office@foothillsvet.example',
  url: 'https://foothillsvet.example',
  address: '12 Centre Street\nHigh River AB  T1V 1M3',
  time_zone: 'America/Edmonton',
}
const Logo = Type.Object({
  image: Type.String({
    contentMediaType: 'application/octet-stream',
    description: 'PNG or JPEG by content, 2 MB and 16 megapixels at most',
  }),
})

type House = Pick<Context, 'db' | 'settings'>

/** @param demoIsPresent  tells whether demo accounts are in the database */
export const providerRoutes =
  (demoIsPresent: (db: Executor) => Promise<boolean>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const answer = async ({ db, settings }: House, reply: FastifyReply, message?: string) => {
      const { practice, version } = await use.readProvider(db, settings.provider)
      const { logoKey, isConfirmed, ...provider } = practice
      const more = { logo: logoPath(logoKey), confirmed: isConfirmed, demo: await demoIsPresent(db) }
      setEtag(reply, version)
      return { success: true, ...(message && { message }), data: { ...withOffsets(provider), ...more } }
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
      const { body } = request
      const lines = fields.map((name) => [name, readLine(body[name])] as const)
      const sent = [...lines, ['address', readText(body.address)] as const].flatMap(([name, text]) =>
        text === undefined ? [] : [[name, text ?? '']],
      )
      return write(request, reply, async (ctx) => {
        await use.changeProvider(ctx, Object.fromEntries(sent), expectedVersion(request))
        return answer(ctx, reply, texts.success.dataUpdated)
      })
    })

    const changeLogo = {
      operationId: 'changeProviderLogo',
      summary: 'Give the practice a logo, for reports, mails and the sign-in page',
      multipart: Logo,
      needs: ['image'],
      refuses: [409, 429],
      examples: { logo: { body: { image: exampleTexts.picture } } },
      response: { 200: One(ProviderAnswer) },
    }
    app.post('/provider/logo', { schema: changeLogo }, (request, reply) =>
      receiveMultipart(request, reply, logoLimits, async ({ files }) => {
        const key = await keepLogo(contextOf(request), files[0])
        return write(request, reply, async (ctx) => {
          await use.changeLogo(ctx, key, null)
          return answer(ctx, reply, texts.success.dataUpdated)
        })
      }),
    )

    const removeLogo = {
      operationId: 'deleteProviderLogo',
      summary: 'Take the logo away; completed reports keep it',
      versioned: true,
      refuses: [409],
      examples: { logo: {} },
      response: { 200: One(ProviderAnswer) },
    }
    app.delete('/provider/logo', { schema: removeLogo }, (request, reply) =>
      write(request, reply, async (ctx) => {
        await use.changeLogo(ctx, null, expectedVersion(request))
        return answer(ctx, reply, texts.success.dataUpdated)
      }),
    )
  }

const File = Type.Object({ name: Type.String() })
const year = 365 * 24 * 3600

/** Serves the logo of the practice to everybody: the sign-in page shows it. */
export const logoFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const schema = { params: File, hide: true }
  app.get('/files/logos/:name', { config: { public: true }, schema }, async (request, reply) => {
    const { db, storage, provider } = request.house
    const key = `logos/${request.params.name}`
    const logo = (await provider(db)).logoKey === key ? await readLogo({ storage }, key) : null
    if (logo === null) throw notFound()
    return reply
      .type(typeOfKey(key))
      .header('cache-control', `public, max-age=${year}, immutable`)
      .header('content-security-policy', nothingRuns)
      .header('cross-origin-resource-policy', 'same-origin')
      .send(logo)
  })
}
