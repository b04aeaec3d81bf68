import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Stands between clients and a server and lets no answer through: what a server decided is never heard of, as when it
 * is killed right after.
 */
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
    // cast: a server that listens at a port has one
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many answers began to arrive. */
    held: () => blocked,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
