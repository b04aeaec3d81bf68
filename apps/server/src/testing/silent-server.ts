import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A TCP server that accepts connections but neither reads nor answers, like an overloaded or half-dead machine. */
export async function startSilentServer() {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // cast: a server that listens on a port has an address
    port: (server.address() as AddressInfo).port,
    /** Number of connections so far. */
    connections: () => open.size,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
