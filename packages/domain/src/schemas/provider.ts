import { type Static, Type } from 'typebox'
import { papers } from '../paper.ts'
import { photoProtocols } from '../photo-protocol.ts'
import { id, nullable, namedObject, text, time } from './primitives.ts'

/** The veterinary practice that uses this server. */
export const Provider = namedObject('Provider', {
  name: text,
  phone: text,
  email: text,
  url: Type.String({ description: 'empty if there is none' }),
  address: Type.String({ description: 'postal address, may have several lines; empty if unknown' }),
  photo_protocol: Type.Enum([...photoProtocols], {
    description: 'whether photos of the slots are offered or demanded when a ticket is sent',
  }),
  paper: Type.Enum([...papers], { description: 'paper of new reports' }),
  time_zone: Type.String({
    description: 'IANA time zone, like America/Edmonton, in which days and times are shown',
  }),
})
export type Provider = Static<typeof Provider>

/** An authority to call about a danger sign. */
export const Authority = namedObject('Authority', { name: text, phone: text, note: nullable(text) })
export type Authority = Static<typeof Authority>

/** Settings of the practice in addition to its details. */
export const PracticeSettings = namedObject('PracticeSettings', {
  carcass_fresh_hours: Type.Number({ description: 'hours after death until which a carcass is fresh' }),
  carcass_fading_hours: Type.Number({ description: 'hours after death until which it is fading' }),
  carcass_late_hours: Type.Number({ description: 'hours after death until which opening it is worthwhile' }),
  carcass_late_hours_cold: Type.Number({ description: 'the same limit below 5 °C' }),
  latitude: Type.Unsafe<number | null>({
    ...nullable(Type.Number()),
    description: 'of the practice, where routes begin',
  }),
  longitude: nullable(Type.Number()),
  travel_speed_kmh: Type.Number({ description: 'speed at which routes are planned' }),
  offline_days: Type.Integer({ description: 'days that a device shows what it stored without reaching the server' }),
  benchmark: Type.Boolean({ description: 'whether customers may compare their mortality with other customers' }),
  case_photos: Type.Boolean({ description: 'whether teaching cases show photos' }),
  authorities: Type.Array(Authority, { description: 'whom to call about danger signs, at most 10' }),
})
export type PracticeSettings = Static<typeof PracticeSettings>

/** Practice details in responses. */
export const ProviderAnswer = namedObject('ProviderAnswer', {
  ...Provider.properties,
  ...PracticeSettings.properties,
  logo: Type.Unsafe<string | null>({ ...nullable(text), description: 'public path of its logo' }),
  confirmed: Type.Boolean({ description: 'whether the practice has a name, which is required to complete a ticket' }),
  demo: Type.Boolean({ description: 'whether demo accounts exist, whose password is public' }),
  time_zone_offsets: Type.Array(
    Type.Object({ from: time, minutes: Type.Number({ description: 'offset from UTC from that time on' }) }),
    { description: 'UTC offsets of the zone as the server computes them, up to the last entry' },
  ),
})
export type ProviderAnswer = Static<typeof ProviderAnswer>

export const ScannerConfiguration = namedObject('ScannerConfiguration', {
  device_name: Type.String({ description: 'advertised name; empty to choose among all devices' }),
  service_uuid: id,
  characteristic_uuid: id,
  scan_format: Type.Literal('notify'),
  result_from: Type.Integer({ description: 'position in the received text at which the result begins, from 0' }),
  result_to: Type.Integer({ description: 'position before which it ends; negative: counted from the end' }),
})
export type ScannerConfiguration = Static<typeof ScannerConfiguration>
