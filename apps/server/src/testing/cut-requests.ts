import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { ExampleRequest } from './contract.ts'
import { encodedBody } from './send-example.ts'

/** Where a connection breaks: before the body, in its middle, or after its last byte, before any answer. */
export const cuts = ['before the body', 'in the body', 'after the body'] as const
type Cut = (typeof cuts)[number]

/**
 * Sends a request over a connection of its own and breaks it.
 * @param address  of a server that listens on this machine
 */
export async function sendAndCut(address: string, token: string, request: ExampleRequest, cut: Cut): Promise<void> {
  const { hostname, port } = new URL(address)
  const { head, body } = await bytesOf(token, request)
  const sent = { 'before the body': 0, 'in the body': Math.floor(body.length / 2), 'after the body': body.length }[cut]
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  await written(socket, head)
  if (sent > 0) await written(socket, body.subarray(0, sent))
  // a reset, as from a phone that lost its network
  socket.resetAndDestroy()
}

const written = (socket: Socket, bytes: Uint8Array) =>
  new Promise<void>((resolve) => socket.write(bytes, () => resolve()))

async function bytesOf(token: string, { method, url, type, body, headers = {} }: ExampleRequest) {
  const { payload = '', headers: ofBody } = await encodedBody(type, body)
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
