import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network of a source, by which limits are counted. An IPv6 source usually has a whole /64 network and could send
 * each request from another of its addresses. Any other source stands for itself.
 */
export function networkOf(source: string): string {
  if (!isIPv6(source)) return source
  const address = ipaddr.IPv6.parse(source)
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
