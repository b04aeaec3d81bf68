import { malformed } from '../../http/app-error.ts'

const daysOfBand = 30
const lastBand = 12

/** The key of a band of days on feed (decisions.md section 9): `30-59`, the last one `360+`. */
export function feedBandKey(band: number): string {
  const first = band * daysOfBand
  return band >= lastBand ? `${first}+` : `${first}-${first + daysOfBand - 1}`
}

/**
 * The number of a band from its key. `360` is the last one, too: an unescaped + in a URL is a space.
 * @throws malformed  it is none of the keys
 */
export function parseFeedBand(text: string): number {
  const keys = Array.from({ length: lastBand + 1 }, (_, band) => feedBandKey(band))
  const band = keys.findIndex((key) => key === text || key === `${text}+`)
  if (band === -1) throw malformed(`The filter "days_on_feed" takes ${keys.join(', ')}, not "${text}".`)
  return band
}
