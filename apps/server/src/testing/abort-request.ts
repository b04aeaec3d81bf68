import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { ExampleRequest } from './openapi-contract.ts'
import { encodeBody } from './send-example.ts'

/** The points at which the connection breaks: before the body, within it, or after it but before the response. */
export const abortPoints = ['before the body', 'in the body', 'after the body'] as const
type AbortPoint = (typeof abortPoints)[number]

/**
 * Sends a request on its own connection and resets it.
 * @param address  URL of a local server
 */
export async function sendAndAbort(
  address: string,
  token: string,
  request: ExampleRequest,
  cut: AbortPoint,
): Promise<void> {
  const { hostname, port } = new URL(address)
  const { head, body } = await encodeRequest(token, request)
  const sent = { 'before the body': 0, 'in the body': Math.floor(body.length / 2), 'after the body': body.length }[cut]
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  await writeTo(socket, head)
  if (sent > 0) await writeTo(socket, body.subarray(0, sent))
  // a reset, like when a phone loses its network
  socket.resetAndDestroy()
}

const writeTo = (socket: Socket, bytes: Uint8Array) =>
  new Promise<void>((resolve) => socket.write(bytes, () => resolve()))

async function encodeRequest(token: string, { method, url, type, body, headers = {} }: ExampleRequest) {
  const { payload = '', headers: ofBody } = await encodeBody(type, body)
  const bytes = Buffer.from(payload)
  const lines = {
    host: '127.0.0.1',
    authorization: `Bearer ${token}`,
    ...ofBody,
    ...headers,
    'content-length': String(bytes.length),
  }
  const head = [
    `${method} ${url} HTTP/1.1`,
    ...Object.entries(lines).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ]
  return { head: Buffer.from(head.join('\r\n')), body: bytes }
}
