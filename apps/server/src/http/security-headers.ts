import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../settings.ts'

/** The policy of what is no page: nothing of it runs, loads or is framed, also when somebody opens it by itself. */
export const emptyContentSecurityPolicy =
  "default-src 'none';object-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'"

/**
 * The camera and passkeys are ours to use; what else browsers know is not. Bluetooth is no policy they know: to name it
 * makes them warn on every page, and pages of our own origin may use it without.
 */
const permissionsPolicy = [
  'camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'geolocation=(), microphone=(), payment=(), usb=()',
].join(', ')

const yearSeconds = 31_536_000
/** A year of https only, once people reach us by it. */
const hasHttps = ({ publicUrl }: Pick<Settings, 'publicUrl'>) => publicUrl.startsWith('https:')

/** Tells browsers in every answer what our pages may load, run and ask for. @param imageOrigin  origin of pictures elsewhere */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  settings: Settings,
  imageOrigin: string | null,
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', permissionsPolicy))
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // the component library positions what floats by inline styles
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(imageOrigin === null ? [] : [imageOrigin])],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'blob:', 'data:'],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    strictTransportSecurity: hasHttps(settings) && { maxAge: yearSeconds, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
}

const headersBeforeHooks = (settings: Pick<Settings, 'publicUrl'>) => ({
  'content-security-policy': emptyContentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  ...(hasHttps(settings) && { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }),
})

/** Gives an answer that is sent before any hook what `protectBrowsers` gives the others. */
export const addSecurityHeaders = (reply: FastifyReply, settings: Settings) =>
  reply.headers(headersBeforeHooks(settings))

const statusByErrorCode: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers what cannot be read as HTTP, alike, and closes the connection: there is no request yet. */
export const replyToInvalidHttp =
  (settings: Pick<Settings, 'publicUrl'>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statusByErrorCode[error.code ?? ''] ?? 400
    const title = STATUS_CODES[status] ?? 'Bad Request'
    const body = JSON.stringify({ type: 'about:blank', title, status, detail: title, success: false, message: title })
    const headers = {
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...headersBeforeHooks(settings),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    if (socket.writable) socket.write([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'))
    socket.destroy(error)
  }
