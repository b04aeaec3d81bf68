import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedPush {
  path: string
  authorization: string
  urgency: string
  body: Buffer
}

/** A push service on the loopback address. */
export async function startPushService() {
  /** The response status for each path; 201 by default. */
  const answers = new Map<string, number>()
  const received: ReceivedPush[] = []
  const service = createServer((request, response) => {
    const chunks: Buffer[] = []
    // a sender that is killed while sending is ignored
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const { authorization = '', urgency } = request.headers
      received.push({ path, authorization, urgency: String(urgency), body: Buffer.concat(chunks) })
      response.writeHead(answers.get(path) ?? 201).end()
    })
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  // cast: a server that listens on a port has an address
  const { port } = service.address() as AddressInfo
  return { port, answers, received, close: () => void service.close() }
}

/** A browser that subscribes to pushes of a service on this port, and can read them (RFC 8291). */
export function createPushBrowser(
  port: number,
  endpoint = `http://127.0.0.1:${port}/${randomBytes(8).toString('hex')}`,
) {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  const decrypt = (body: Buffer): unknown => {
    const [salt, serverKey, encrypted] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
    const derive = (key: Buffer, with_: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', key, with_, info, length))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
    const secret = derive(curve.computeSecret(serverKey), auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(encrypted.subarray(-16))
    const text = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
  }
  return {
    endpoint,
    keys,
    path: new URL(endpoint).pathname,
    /** The result of its `PushSubscription.toJSON()`. */
    subscription: { endpoint, expirationTime: null, keys },
    decrypt,
  }
}
