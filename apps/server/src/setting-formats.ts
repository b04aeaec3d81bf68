import { isIP } from 'node:net'

export const isWholeNumber = (text: string, min: number, max: number): boolean =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max

/** Whether a text is a whole number from 1 to `max`, without leading zeros. */
export const isPositiveNumber = (text: string, max: number): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= max

/** Whether a text is a URL with one of these protocols and a host. */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  return parsed !== undefined && protocols.includes(parsed.protocol) && parsed.hostname !== ''
}

/** The host is optional: `postgres:///name?host=/run/postgresql` names a socket folder. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && (URL.canParse(text) || text.includes(':///'))

/** Whether a text is an IP address, or a network like `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return bits > 0 && more.length === 0 && (length === undefined || (/^\d+$/.test(length) && Number(length) <= bits))
}
