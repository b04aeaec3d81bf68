import { carcassLimitNames } from '@chisholm/domain/carcass'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { ProviderAnswer } from '@chisholm/domain/schemas/provider'
import { type Static, Type } from 'typebox'
import { BodyFlag, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { exampleTexts } from '../../http/openapi/example-values.ts'

const optionalText = Type.Optional(BodyText)
const AuthorityBody = Type.Object({ name: optionalText, phone: optionalText, note: optionalText })
const BodyAuthorities = Type.Unsafe<Static<typeof AuthorityBody>[] | string | null>(
  Type.Union([Type.Array(AuthorityBody), Type.String({ maxLength: 0 }), Type.Null()], {
    description: 'At most 10 authorities, which replace the previous ones. Empty clears them.',
  }),
)
const ProviderBody = Type.Object({
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
export type ProviderBody = Static<typeof ProviderBody>

const exampleDetails = {
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

/** Schemas of the routes of the practice. */
export const schemas = {
  get: {
    operationId: 'getProvider',
    summary: 'The provider (the veterinary practice) of this deployment',
    versioned: true,
    response: { 200: ItemResponse(ProviderAnswer) },
  },
  change: {
    operationId: 'changeProvider',
    summary: 'Change the provider’s details; completed reports do not change',
    versioned: true,
    examples: {
      details: { body: exampleDetails },
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
    body: ProviderBody,
    response: { 200: ItemResponse(ProviderAnswer) },
  },
  changeLogo: {
    operationId: 'changeProviderLogo',
    summary: 'Set the practice’s logo for reports, e-mails and the sign-in page',
    multipart: Logo,
    requiredFields: ['image'],
    problemStatuses: [409, 429],
    examples: { logo: { body: { image: exampleTexts.picture } } },
    response: { 200: ItemResponse(ProviderAnswer) },
  },
  removeLogo: {
    operationId: 'deleteProviderLogo',
    summary: 'Remove the logo; completed reports keep it',
    versioned: true,
    problemStatuses: [409],
    examples: { logo: {} },
    response: { 200: ItemResponse(ProviderAnswer) },
  },
}
