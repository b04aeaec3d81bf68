import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { apiFieldBySetting, knownUuids } from '@chisholm/domain/scanner-settings'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { ScannerConfiguration } from '@chisholm/domain/schemas/provider'
import { texts } from '@chisholm/domain/texts'
import { keysOf } from '@chisholm/domain/typed-objects'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { BodyNumber, BodyText, readText } from '../../http/body-fields.ts'
import type { Context } from '../../http/context.ts'
import { readIfMatch, setEtag } from '../../http/etag.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { changeScannerSettings, readScanner } from './scanner.ts'

const Body = Type.Object({
  device_name: Type.Optional(BodyText),
  service_uuid: Type.Optional(BodyText),
  characteristic_uuid: Type.Optional(BodyText),
  result_from: Type.Optional(BodyNumber),
  result_to: Type.Optional(BodyNumber),
})
const responseSchema = { versioned: true, response: { 200: ItemResponse(ScannerConfiguration) } }
const nordicExample = {
  device_name: 'Stick Reader',
  service_uuid: knownUuids.nordic.serviceUuid,
  characteristic_uuid: knownUuids.nordic.characteristicUuid,
  result_from: 9,
  result_to: -6,
}

/** The scanner settings of the practice. Browsers without their own settings use them. */
export const scannerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const replyWithSettings = async ({ db }: Pick<Context, 'db'>, reply: FastifyReply, message?: string) => {
    const { settings, version } = await readScanner(db)
    setEtag(reply, version)
    const data: ScannerConfiguration = {
      device_name: settings.deviceName,
      service_uuid: settings.serviceUuid,
      characteristic_uuid: settings.characteristicUuid,
      scan_format: 'notify',
      result_from: settings.from,
      result_to: settings.to,
    }
    return { success: true, ...(message && { message }), data }
  }

  const get = { operationId: 'getScannerSettings', summary: 'The practice’s scanner settings', ...responseSchema }
  app.get('/scanner-settings', { schema: get }, (request, reply) => replyWithSettings(contextOf(request), reply))

  const change = {
    operationId: 'changeScannerSettings',
    summary: 'Change the practice’s scanner settings; a browser’s own settings take precedence',
    examples: { nordic: { body: nordicExample }, positions: { body: { result_from: 0, result_to: 0 } } },
    body: Body,
    ...responseSchema,
  }
  app.put('/scanner-settings', { config: { requires: 'scanner.manage' }, schema: change }, (request, reply) => {
    const patch = keysOf(apiFieldBySetting).flatMap((name) => {
      const text = readText(request.body[apiFieldBySetting[name]])
      return text === undefined ? [] : [[name, text ?? '']]
    })
    return handleWrite(request, reply, async (ctx) => {
      await changeScannerSettings(ctx, Object.fromEntries(patch), readIfMatch(request))
      return replyWithSettings(ctx, reply, texts.success.dataUpdated)
    })
  })
}
