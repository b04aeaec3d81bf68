import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply } from 'fastify'
import type { Executor } from '../../database/executor.ts'
import { contextOf } from '../../http/authentication.ts'
import type { Context } from '../../http/context.ts'
import { readIfMatch, setEtag } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { receiveMultipart } from '../../http/multipart.ts'
import { logoLimits, logoPath, storeLogo } from './logo.ts'
import { parseProviderBody } from './parse-provider-body.ts'
import { schemas } from './provider.schemas.ts'
import { changeLogo, changeProvider } from './provider.ts'
import { readProvider } from './read-provider.ts'
import { withTimeZoneOffsets } from './with-time-zone-offsets.ts'

type ProviderServices = Pick<Context, 'db' | 'settings'>

/** @param isDemoLoaded  whether the database holds demo accounts */
export const providerRoutes =
  (isDemoLoaded: (db: Executor) => Promise<boolean>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const replyWithProvider = async ({ db, settings }: ProviderServices, reply: FastifyReply, message?: string) => {
      const { practice: details, version } = await readProvider(db, settings.provider)
      const { logoKey, isConfirmed, ...provider } = details
      const extra = { logo: logoPath(logoKey), confirmed: isConfirmed, demo: await isDemoLoaded(db) }
      setEtag(reply, version)
      return { success: true, ...(message && { message }), data: { ...withTimeZoneOffsets(provider), ...extra } }
    }

    app.get('/provider', { config: { public: true }, schema: schemas.get }, (request, reply) =>
      replyWithProvider(request.services, reply),
    )

    app.put('/provider', { config: { requires: 'provider.manage' }, schema: schemas.change }, (request, reply) => {
      const sent = parseProviderBody(request.body)
      return handleWrite(request, reply, async (ctx) => {
        await changeProvider(ctx, sent, readIfMatch(request))
        return replyWithProvider(ctx, reply, texts.success.dataUpdated)
      })
    })

    app.post(
      '/provider/logo',
      { config: { requires: 'provider.manage' }, schema: schemas.changeLogo },
      (request, reply) => {
        return receiveMultipart(request, reply, logoLimits, async ({ files }) => {
          const key = await storeLogo(contextOf(request), files[0])
          return handleWrite(request, reply, async (ctx) => {
            await changeLogo(ctx, key, null)
            return replyWithProvider(ctx, reply, texts.success.dataUpdated)
          })
        })
      },
    )

    app.delete(
      '/provider/logo',
      { config: { requires: 'provider.manage' }, schema: schemas.removeLogo },
      (request, reply) =>
        handleWrite(request, reply, async (ctx) => {
          await changeLogo(ctx, null, readIfMatch(request))
          return replyWithProvider(ctx, reply, texts.success.dataUpdated)
        }),
    )
  }
