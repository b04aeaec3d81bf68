import { constants } from './constants.ts'
import { isZone } from './dates.ts'
import { isEmail } from './email.ts'
import { type ValidationErrors, collectErrors, validateText } from './validation.ts'
import type { Authority, PracticeSettings, Provider } from './schemas/provider.ts'
import { coordinateErrors } from './sites.ts'
import { isPaper } from './paper.ts'
import { isPhotoProtocol } from './photo-protocol.ts'
import { texts } from './texts.ts'

/** Validates the details of the practice. All are required except web site and postal address. */
export function validateProvider({
  name,
  phone,
  email,
  url,
  address,
  time_zone,
  photo_protocol,
  paper,
}: Provider): ValidationErrors {
  const { validation } = texts
  const { nameMax, phoneMax, emailMax, urlMax, addressMax } = constants.provider
  const required = validation.emailInvalid
  return collectErrors({
    name: validateText(name, nameMax, validation.providerNameRequired),
    phone: validateText(phone, phoneMax, validation.providerPhoneRequired),
    email: isEmail(email.trim()) ? validateText(email, emailMax, required) : required,
    url: url.trim() === '' || isWebAddress(url) ? validateText(url, urlMax) : validation.providerUrlInvalid,
    address: validateText(address, addressMax),
    photo_protocol: isPhotoProtocol(photo_protocol) ? null : validation.photoProtocolInvalid,
    paper: isPaper(paper) ? null : validation.paperInvalid,
    time_zone: isZone(time_zone) ? null : validation.providerTimeZoneInvalid,
  })
}

const isWebAddress = (text: string) => /^https?:\/\/[^\s/]+\S*$/i.test(text.trim())

/** Validates the start of routes and the travel speed. */
export function validateTravel({ travel_speed_kmh: speed, ...coordinates }: TravelSettings): ValidationErrors {
  const { min, max } = constants.provider.travelSpeed
  return collectErrors({
    ...coordinateErrors(coordinates),
    travel_speed_kmh: speed >= min && speed <= max ? null : texts.validation.between(min, max),
  })
}
type TravelSettings = Pick<PracticeSettings, 'latitude' | 'longitude' | 'travel_speed_kmh'>

/** Validates the number of days after which an offline device is locked. */
export function validateOfflineDays({ offline_days: days }: Pick<PracticeSettings, 'offline_days'>): ValidationErrors {
  const { min, max } = constants.provider.offlineDays
  const isValid = Number.isInteger(days) && days >= min && days <= max
  return collectErrors({ offline_days: isValid ? null : texts.validation.between(min, max) })
}

/** Validates the authorities to call. @returns errors as `authorities.0.name` */
export function validateAuthorities(authorities: readonly Authority[]): ValidationErrors {
  const { validation } = texts
  const { nameMax, phoneMax, noteMax, authoritiesMax } = constants.provider
  if (authorities.length > authoritiesMax) return { authorities: [validation.tooManyAuthorities(authoritiesMax)] }
  const errors = authorities.flatMap(({ name, phone, note }, index) => [
    [`authorities.${index}.name`, validateText(name, nameMax, validation.nameRequired)] as const,
    [`authorities.${index}.phone`, validateText(phone, phoneMax, validation.providerPhoneRequired)] as const,
    [`authorities.${index}.note`, validateText(note, noteMax)] as const,
  ])
  return collectErrors(Object.fromEntries(errors))
}
