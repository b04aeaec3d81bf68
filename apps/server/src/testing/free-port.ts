import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/**
 * Starts a server on a free port of the loopback address.
 * @param open  its open sockets, which `close` destroys
 */
export async function listenOnFreePort(server: Server, open: ReadonlySet<Socket> = new Set()) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: a server that listens on a port has an address
  const { port } = server.address() as AddressInfo
  const close = async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { port, close }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const { port, close } = await listenOnFreePort(createServer())
  await close()
  return port
}
