import { carcassLimitNames, carcassLimitRange, defaultCarcassLimits } from '@chisholm/domain/carcass'
import { constants } from '@chisholm/domain/constants'
import { coordinateRanges } from '@chisholm/domain/sites'
import type { Authority } from '@chisholm/domain/schemas/provider'
import { readEach, readFlag, readLine, readNumber, readText } from '../../http/body-fields.ts'
import type { ProviderPatch } from './provider.ts'
import type { ProviderBody } from './provider.schemas.ts'

const lineFields = ['name', 'phone', 'email', 'url', 'time_zone', 'photo_protocol', 'paper'] as const
const flagFields = ['benchmark', 'case_photos'] as const

/** Reads the details of the practice that were sent. @throws invalid  a field is invalid */
export function parseProviderBody(body: ProviderBody): ProviderPatch {
  const lines = lineFields.map((name) => [name, readLine(body[name])] as const)
  const details = [...lines, ['address', readText(body.address)] as const].flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text ?? '']],
  )
  const authorities = readAuthorities(body.authorities)
  const flags = flagFields.flatMap((name) => {
    const flag = readFlag(name, body[name])
    return flag === undefined ? [] : [[name, flag] as const]
  })
  return Object.fromEntries([
    ...details,
    ...readCarcassLimits(body),
    ...readNumberSettings(body),
    ...flags,
    ...(authorities ? [['authorities', authorities]] : []),
  ])
}

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
function readNumberSettings(body: ProviderBody) {
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
const readAuthorities = (sent: ProviderBody['authorities']): Authority[] | undefined =>
  sent === undefined
    ? undefined
    : (Array.isArray(sent) ? sent : []).map(({ name, phone, note }) => ({
        name: readLine(name) ?? '',
        phone: readLine(phone) ?? '',
        note: readText(note) ?? null,
      }))
