import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/* The server calls push service URLs that browsers send. It only accepts public https addresses, so that nobody can
make it call a machine in its own network. */

const notPublic = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4')

/** The public IPv6 addresses: global unicast, except those that embed an IPv4 address or are for documentation. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6')

/** Whether an IP address belongs to a machine on the internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

const isLoopback = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host)
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

export type PushServices = 'public' | 'loopback'

/** Whether the server may call this URL according to its text; `lookupPublic` checks the addresses of its host name. */
export function isPushAddress(endpoint: string, allowed: PushServices): boolean {
  if (endpoint.length > 2000 || !URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  const host = hostOf(url)
  if (url.username || url.password) return false
  if (allowed === 'loopback' && isLoopback(host)) return ['http:', 'https:'].includes(url.protocol)
  if (url.protocol !== 'https:' || (url.port !== '' && url.port !== '443')) return false
  return isIP(host) === 0 ? host.includes('.') && !/\.(local|internal|localhost)\.?$/.test(host) : isPublicAddress(host)
}

/** Resolves a name, and fails if it has an address that is not public. */
export const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const refused = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (refused || !first) return callback(new Error('The push service has no public address.'), '')
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
