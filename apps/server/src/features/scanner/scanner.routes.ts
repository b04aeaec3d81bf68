import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { fieldOfSetting, type ScannerSettings, uuidsOfMakes } from '@chisholm/domain/scanner-settings'
import { One, ScannerConfiguration } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { BodyNumber, BodyText, readText } from '../../http/bodies.ts'
import type { Context } from '../../http/context.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { changeScanner, readScanner } from './scanner.ts'

const Body = Type.Object({
  device_name: Type.Optional(BodyText),
  service_uuid: Type.Optional(BodyText),
  characteristic_uuid: Type.Optional(BodyText),
  result_from: Type.Optional(BodyNumber),
  result_to: Type.Optional(BodyNumber),
})
const one = { versioned: true, response: { 200: One(ScannerConfiguration) } }
const nordic = {
  device_name: 'Stick Reader',
  service_uuid: uuidsOfMakes.nordic.serviceUuid,
  characteristic_uuid: uuidsOfMakes.nordic.characteristicUuid,
  result_from: 9,
  result_to: -6,
}

/** How the practice's scanners talk: the defaults of every browser that has no settings of its own. */
export const scannerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answer = async ({ db }: Pick<Context, 'db'>, reply: FastifyReply, message?: string) => {
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

  const get = { operationId: 'getScannerSettings', summary: 'How the practice’s scanners talk', ...one }
  app.get('/scanner-settings', { schema: get }, (request, reply) => answer(contextOf(request), reply))

  const change = {
    operationId: 'changeScannerSettings',
    summary: 'Change how the practice’s scanners talk; a browser’s own settings win over these',
    examples: { nordic: { body: nordic }, positions: { body: { result_from: 0, result_to: 0 } } },
    body: Body,
    ...one,
  }
  app.put('/scanner-settings', { schema: change }, (request, reply) => {
    // cast: Object.keys and Object.entries forget which keys there are
    const sent = (Object.keys(fieldOfSetting) as (keyof ScannerSettings)[]).flatMap((name) => {
      const text = readText(request.body[fieldOfSetting[name]])
      return text === undefined ? [] : [[name, text ?? '']]
    })
    return write(request, reply, async (ctx) => {
      await changeScanner(ctx, Object.fromEntries(sent), expectedVersion(request))
      return answer(ctx, reply, texts.success.dataUpdated)
    })
  })
}
