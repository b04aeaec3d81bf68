import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from './free-port.ts'

/** Proxy that forwards requests but no responses, as when the server is killed right after committing. */
export async function startResponseBlockingProxy(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let blocked = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.once('data', () => (blocked += 1))
  })
  const { port: ownPort, close } = await listenOnFreePort(server, open)
  return {
    address: `http://127.0.0.1:${ownPort}`,
    /** Number of responses that began to arrive. */
    held: () => blocked,
    close,
  }
}
