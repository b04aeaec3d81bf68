import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Settings } from '../settings.ts'

/** The content security policy of responses that are not pages. It also applies if somebody opens one directly. */
const emptyContentSecurityPolicy =
  "default-src 'none';object-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'"

/**
 * Allows camera and passkeys, nothing else. Bluetooth is not listed: browsers warn about a name they do not know, and
 * allow it for our own origin anyway.
 */
const permissionsPolicy = [
  'camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'geolocation=(), microphone=(), payment=(), usb=()',
].join(', ')

const yearSeconds = 31_536_000
/** HSTS is sent only if PUBLIC_URL is an https address. */
const hasHttps = ({ publicUrl }: Pick<Settings, 'publicUrl'>) => publicUrl.startsWith('https:')

/**
 * Sets security headers on every response. Data and files have fewer than pages, because most headers only concern
 * documents that run scripts or load something: a phone with a poor signal receives them with each response.
 * @param imageOrigin  origin of images that another server delivers, or null
 */
export function registerSecurityHeaders(app: FastifyInstance, settings: Settings, imageOrigin: string | null): void {
  const pageHeaders = headersOfPages(settings, imageOrigin)
  const dataHeaders = headersOfData(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(dataRoute.test(request.routeOptions.url ?? '') ? dataHeaders : pageHeaders)
    done()
  })
}

/** Routes of data and files; every other may answer with a page. */
const dataRoute = /^\/(?:api\/v1|files)\//

/** Reads the headers that helmet sets. They are the same for every page, so they are built once. */
function headersOfPages(settings: Settings, imageOrigin: string | null): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': permissionsPolicy }
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The component library positions elements with inline styles.
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
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, () => {})
  for (const [name, value] of Object.entries(response.getHeaders())) headers[name] = String(value)
  return headers
}

const headersOfData = (settings: Pick<Settings, 'publicUrl'>) => ({
  'content-security-policy': emptyContentSecurityPolicy,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(hasHttps(settings) && { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }),
})

/** Sets the security headers on a reply for which hooks do not run. */
export const addSecurityHeaders = (reply: FastifyReply, settings: Settings) => reply.headers(headersOfData(settings))

const statusByErrorCode: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Replies to invalid HTTP, for which there is no request object, and closes the connection. */
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
      ...headersOfData(settings),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    if (socket.writable) socket.write([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'))
    socket.destroy(error)
  }
