import { type Static, Type } from 'typebox'
import { id, shape, text } from './parts.ts'

/** The veterinary practice this deployment serves. */
export const Provider = shape('Provider', { name: text, phone: text, email: text, url: text })
export type Provider = Static<typeof Provider>

/** How the practice's scanners talk (specification 3, Scanner configuration). */
export const ScannerConfiguration = shape('ScannerConfiguration', {
  device_name: Type.String({ description: 'as the device advertises it; empty to choose among all' }),
  service_uuid: id,
  characteristic_uuid: id,
  scan_format: Type.Literal('notify'),
  result_from: Type.Integer({ description: 'position in the received text at which the result begins, from 0' }),
  result_to: Type.Integer({ description: 'position before which it ends; negative: counted from the end' }),
})
export type ScannerConfiguration = Static<typeof ScannerConfiguration>
