import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { carcassLimitNames, carcassLimitRange, defaultCarcassLimits } from '@chisholm/domain/carcass'
import { constants } from '@chisholm/domain/constants'
import { coordinateRanges } from '@chisholm/domain/sites'
import { type Authority, ItemResponse, ProviderAnswer } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  BodyFlag,
  BodyNumber,
  BodyText,
  readEach,
  readFlag,
  readLine,
  readNumber,
  readText,
} from '../../http/body-fields.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context } from '../../http/context.ts'
import { readIfMatch, setEtag } from '../../http/etag.ts'
import { exampleTexts } from '../../http/openapi/example-values.ts'
import { notFound } from '../../http/app-error.ts'
import { receiveMultipart } from '../../http/multipart.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { contentTypeOfKey } from '../../storage/storage-keys.ts'
import { storeLogo, logoLimits, logoPath, readLogo } from './logo.ts'
import * as use from './provider.ts'
import { withTimeZoneOffsets } from './with-time-zone-offsets.ts'

const fields = ['name', 'phone', 'email', 'url', 'time_zone', 'photo_protocol', 'paper'] as const
const optionalText = Type.Optional(BodyText)
const AuthorityBody = Type.Object({ name: optionalText, phone: optionalText, note: optionalText })
const BodyAuthorities = Type.Unsafe<Static<typeof AuthorityBody>[] | string | null>(
  Type.Union([Type.Array(AuthorityBody), Type.String({ maxLength: 0 }), Type.Null()], {
    description: 'At most 10 authorities, which replace the previous ones. Empty clears them.',
  }),
)
const Body = Type.Object({
  name: optionalText,
  phone: optionalText,
  email: optionalText,
  url: optionalText,
  address: optionalText,
  time_zone: optionalText,
  photo_protocol: optionalText,
  paper: optionalText,
  ...Object.fromEntries(carcassLimitNames.map((name) => [name, Type.Optional(BodyNumber)])),
  latitude: Type.Optional(BodyNumber),
  longitude: Type.Optional(BodyNumber),
  travel_speed_kmh: Type.Optional(BodyNumber),
  offline_days: Type.Optional(BodyNumber),
  benchmark: Type.Optional(BodyFlag),
  case_photos: Type.Optional(BodyFlag),
  authorities: Type.Optional(BodyAuthorities),
})
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

/** Reads the limits that were sent; an empty one resets to the default. @throws invalid */
function readCarcassLimits(body: object) {
  const readers = Object.entries(body).flatMap(([field, value]) => {
    const name = carcassLimitNames.find((limit) => limit === field)
    return name ? [[name, () => readNumber(name, value, carcassLimitRange) ?? defaultCarcassLimits[name]]] : []
  })
  return Object.entries(readEach<Record<string, number>>(Object.fromEntries(readers)))
}

/**
 * Reads the start of routes, the travel speed, and the number of offline days; an empty speed or number of days resets
 * to the default. @throws invalid
 */
function readNumberSettings(body: Static<typeof Body>) {
  const { travelSpeed, offlineDays } = constants.provider
  const read = readEach({
    latitude: () => readNumber('latitude', body.latitude, coordinateRanges.latitude),
    longitude: () => readNumber('longitude', body.longitude, coordinateRanges.longitude),
    travel_speed_kmh: () => readNumber('travel_speed_kmh', body.travel_speed_kmh, travelSpeed),
    offline_days: () => readNumber('offline_days', body.offline_days, offlineDays),
  })
  if (read.travel_speed_kmh === null) read.travel_speed_kmh = travelSpeed.default
  if (read.offline_days === null) read.offline_days = offlineDays.default
  return Object.entries(read).filter(([, value]) => value !== undefined)
}

/** Reads the authorities that were sent. */
const readAuthorities = (sent: Static<typeof BodyAuthorities> | undefined): Authority[] | undefined =>
  sent === undefined
    ? undefined
    : (Array.isArray(sent) ? sent : []).map(({ name, phone, note }) => ({
        name: readLine(name) ?? '',
        phone: readLine(phone) ?? '',
        note: readText(note) ?? null,
      }))

type ProviderServices = Pick<Context, 'db' | 'settings'>

/** @param isDemoLoaded  whether the database holds demo accounts */
export const providerRoutes =
  (isDemoLoaded: (db: Executor) => Promise<boolean>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const replyWithProvider = async ({ db, settings }: ProviderServices, reply: FastifyReply, message?: string) => {
      const { practice: details, version } = await use.readProvider(db, settings.provider)
      const { logoKey, isConfirmed, ...provider } = details
      const extra = { logo: logoPath(logoKey), confirmed: isConfirmed, demo: await isDemoLoaded(db) }
      setEtag(reply, version)
      return { success: true, ...(message && { message }), data: { ...withTimeZoneOffsets(provider), ...extra } }
    }

    const get = {
      operationId: 'getProvider',
      summary: 'The provider (the veterinary practice) of this deployment',
      versioned: true,
      response: { 200: ItemResponse(ProviderAnswer) },
    }
    app.get('/provider', { config: { public: true }, schema: get }, (request, reply) =>
      replyWithProvider(request.services, reply),
    )

    const change = {
      operationId: 'changeProvider',
      summary: 'Change the provider’s details; completed reports do not change',
      versioned: true,
      examples: {
        details: { body: example },
        phone: { body: { phone: '+1 403 555 0178' } },
        photos: { body: { photo_protocol: 'demanded_without_visit' } },
        paper: { body: { paper: 'a4' } },
        zone: { body: { time_zone: 'Australia/Adelaide' } },
        authorities: {
          body: {
            authorities: [{ name: 'Office of the Chief Veterinarian', phone: '1-800-524-0051', note: 'Day and night' }],
          },
        },
        travel: { body: { latitude: 50.5808, longitude: -113.8711, travel_speed_kmh: 70 } },
        offline: { body: { offline_days: 14 } },
        benchmark: { body: { benchmark: 1 } },
        cases: { body: { case_photos: 1 } },
        'carcass clock': { body: { carcass_late_hours: 20, carcass_late_hours_cold: 40 } },
      },
      body: Body,
      response: { 200: ItemResponse(ProviderAnswer) },
    }
    app.put('/provider', { schema: change }, (request, reply) => {
      const { body } = request
      const lines = fields.map((name) => [name, readLine(body[name])] as const)
      const details = [...lines, ['address', readText(body.address)] as const].flatMap(([name, text]) =>
        text === undefined ? [] : [[name, text ?? '']],
      )
      const authorities = readAuthorities(body.authorities)
      const flags = (['benchmark', 'case_photos'] as const).flatMap((name) => {
        const flag = readFlag(name, body[name])
        return flag === undefined ? [] : [[name, flag] as const]
      })
      const sent = [
        ...details,
        ...readCarcassLimits(body),
        ...readNumberSettings(body),
        ...flags,
        ...(authorities ? [['authorities', authorities]] : []),
      ]
      return handleWrite(request, reply, async (ctx) => {
        await use.changeProvider(ctx, Object.fromEntries(sent), readIfMatch(request))
        return replyWithProvider(ctx, reply, texts.success.dataUpdated)
      })
    })

    const changeLogo = {
      operationId: 'changeProviderLogo',
      summary: 'Set the practice’s logo for reports, e-mails and the sign-in page',
      multipart: Logo,
      requiredFields: ['image'],
      problemStatuses: [409, 429],
      examples: { logo: { body: { image: exampleTexts.picture } } },
      response: { 200: ItemResponse(ProviderAnswer) },
    }
    app.post('/provider/logo', { schema: changeLogo }, (request, reply) => {
      use.requireMayChange(contextOf(request))
      return receiveMultipart(request, reply, logoLimits, async ({ files }) => {
        const key = await storeLogo(contextOf(request), files[0])
        return handleWrite(request, reply, async (ctx) => {
          await use.changeLogo(ctx, key, null)
          return replyWithProvider(ctx, reply, texts.success.dataUpdated)
        })
      })
    })

    const removeLogo = {
      operationId: 'deleteProviderLogo',
      summary: 'Remove the logo; completed reports keep it',
      versioned: true,
      problemStatuses: [409],
      examples: { logo: {} },
      response: { 200: ItemResponse(ProviderAnswer) },
    }
    app.delete('/provider/logo', { schema: removeLogo }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        await use.changeLogo(ctx, null, readIfMatch(request))
        return replyWithProvider(ctx, reply, texts.success.dataUpdated)
      }),
    )
  }

const File = Type.Object({ name: Type.String() })
const year = 365 * 24 * 3600

/** Serves the logo of the practice without sign-in, because the sign-in page shows it. */
export const logoFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const schema = { params: File, hide: true }
  app.get('/files/logos/:name', { config: { public: true }, schema }, async (request, reply) => {
    const { db, storage, provider } = request.services
    const key = `logos/${request.params.name}`
    const logo = (await provider(db)).logoKey === key ? await readLogo({ storage }, key) : null
    if (logo === null) throw notFound()
    const cacheControl = `public, max-age=${year}, immutable`
    return sendFile(reply, { type: contentTypeOfKey(key), cacheControl }, logo)
  })
}
