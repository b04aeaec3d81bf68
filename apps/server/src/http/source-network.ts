import { isIPv6 } from 'node:net'

/**
 * The network of a source, by which limits are counted. An IPv6 source usually has a whole /64 network and could send
 * each request from another of its addresses. Any other source stands for itself.
 */
export function networkOf(source: string): string {
  const address = source.replace(/%.*$/, '')
  if (!isIPv6(address)) return source
  // URL writes the address in its shortest form
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groupsOf = (part: string) => part.split(':').filter(Boolean)
  const [first, last] = [groupsOf(start), groupsOf(end ?? '')]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const groups = [...first, ...zeros, ...last]
  const [high = '0', low = '0'] = groups.slice(6)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return toIPv4(Number.parseInt(high, 16), Number.parseInt(low, 16))
  return `${groups.slice(0, 4).join(':')}::/64`
}

const toIPv4 = (...halves: number[]) => halves.flatMap((half) => [half >> 8, half & 0xff]).join('.')
