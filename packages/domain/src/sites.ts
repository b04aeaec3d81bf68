import { constants } from './constants.ts'
import { isZone } from './dates.ts'
import { texts } from './texts.ts'
import { collectErrors, validateText, type ValidationErrors } from './validation.ts'

export interface Coordinates {
  latitude: number | null
  longitude: number | null
}

/** Location of a site, and directions. */
export interface SiteLocation extends Coordinates {
  address: string | null
  phone: string | null
  directions: string | null
  /** Null: that of the practice. */
  time_zone: string | null
}

export const siteLocationFields = ['address', 'latitude', 'longitude', 'phone', 'directions', 'time_zone'] as const

export const coordinateRanges = { latitude: { min: -90, max: 90 }, longitude: { min: -180, max: 180 } } as const

/** Errors of coordinates by field: one without the other, or out of range. */
export function coordinateErrors({ latitude, longitude }: Coordinates) {
  const { validation } = texts
  const errorOf = (value: number | null, other: number | null, { min, max }: { min: number; max: number }) => {
    if (value === null) return other === null ? null : validation.bothCoordinates
    return value >= min && value <= max ? null : validation.between(min, max)
  }
  return {
    latitude: errorOf(latitude, longitude, coordinateRanges.latitude),
    longitude: errorOf(longitude, latitude, coordinateRanges.longitude),
  }
}

/** Validates the location of a site. Every field is optional. */
export function validateSiteLocation(site: SiteLocation): ValidationErrors {
  const { addressMax, phoneMax, directionsMax } = constants.site
  return collectErrors({
    address: validateText(site.address, addressMax),
    phone: validateText(site.phone, phoneMax),
    directions: validateText(site.directions, directionsMax),
    ...coordinateErrors(site),
    time_zone: site.time_zone === null || isZone(site.time_zone) ? null : texts.validation.providerTimeZoneInvalid,
  })
}
