import { createServer, type Socket } from 'node:net'
import { listenOnFreePort } from './free-port.ts'

/** A TCP server that accepts connections but neither reads nor answers, like an overloaded or half-dead machine. */
export async function startSilentServer() {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
  })
  const { port, close } = await listenOnFreePort(server, open)
  return {
    port,
    /** Number of connections so far. */
    connections: () => open.size,
    close,
  }
}
