import { type Static, Type } from 'typebox'
import { id, nullable, namedObject, text, time } from './primitives.ts'

/** The veterinary practice this deployment serves. */
export const Provider = namedObject('Provider', {
  name: text,
  phone: text,
  email: text,
  url: Type.String({ description: 'empty: it has none' }),
  address: Type.String({ description: 'postal, in lines; empty: not said' }),
  time_zone: Type.String({
    description: 'IANA time zone, like America/Edmonton: days and times shown are those there',
  }),
})
export type Provider = Static<typeof Provider>

/** Practice details in responses. */
export const ProviderAnswer = namedObject('ProviderAnswer', {
  ...Provider.properties,
  logo: Type.Unsafe<string | null>({ ...nullable(text), description: 'path of its logo, which anybody may read' }),
  confirmed: Type.Boolean({ description: 'somebody named the practice; before that nothing is completed' }),
  demo: Type.Boolean({ description: 'demo accounts, whose password is public, are here' }),
  time_zone_offsets: Type.Array(
    Type.Object({ from: time, minutes: Type.Number({ description: 'ahead of UTC from that moment on' }) }),
    { description: 'how the server reckons the zone; the last entry is where its word ends' },
  ),
})
export type ProviderAnswer = Static<typeof ProviderAnswer>

/** Scanner configuration of the practice (specification 3). */
export const ScannerConfiguration = namedObject('ScannerConfiguration', {
  device_name: Type.String({ description: 'as the device advertises it; empty to choose among all' }),
  service_uuid: id,
  characteristic_uuid: id,
  scan_format: Type.Literal('notify'),
  result_from: Type.Integer({ description: 'position in the received text at which the result begins, from 0' }),
  result_to: Type.Integer({ description: 'position before which it ends; negative: counted from the end' }),
})
export type ScannerConfiguration = Static<typeof ScannerConfiguration>
