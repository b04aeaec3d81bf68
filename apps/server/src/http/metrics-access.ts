import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const isLoopback = (address: string) => address === '::1' || /^(?:::ffff:)?127\./.test(address)
const isLocalName = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host)

/** What proxies tell of those they speak for: a request with any of these was not asked by this machine itself. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/**
 * Whether a request may read the metrics. With a token, who shows it, and nobody else. Without one, this machine, asked
 * by a name of its own: behind a proxy on this machine every stranger comes from a loopback address, too.
 */
export function mayReadMetrics({ headers, socket }: FastifyRequest['raw'], token: string | undefined): boolean {
  if (token !== undefined) return isSameSecret(headers.authorization ?? '', `Bearer ${token}`)
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLocalName(headers.host ?? '') &&
    !Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || proxyHeaders.includes(name))
  )
}

/** Takes the same time wherever the two differ. */
function isSameSecret(received: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(received), hash(expected))
}
