import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // cast: a server that listens on a port has an address
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Number of responses that began to arrive. */
    held: () => blocked,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
