import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const isLoopback = (address: string) => address === '::1' || /^(?:::ffff:)?127\./.test(address)
const isLocalName = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host)

/** Proxies set these headers. A request that has one did not originate on this machine. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/**
 * With METRICS_TOKEN, only a caller that sends it may read the metrics. Without it, only this machine may, and only
 * under a local name: behind a local proxy, remote clients also come from a loopback address.
 */
export function mayReadMetrics({ headers, socket }: FastifyRequest['raw'], token: string | undefined): boolean {
  if (token !== undefined) return isSameSecret(headers.authorization ?? '', `Bearer ${token}`)
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLocalName(headers.host ?? '') &&
    !Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || proxyHeaders.includes(name))
  )
}

/** Compares in constant time, so that the time does not reveal the secret. */
function isSameSecret(received: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(received), hash(expected))
}
