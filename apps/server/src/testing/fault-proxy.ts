import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from './free-port.ts'

/** Proxy that breaks connections with this probability per chunk, towards the server or back. */
export async function startFaultProxy(target: string, chance: number) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let faults = 0
  let isOn = true
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const breakBoth = () => {
      client.resetAndDestroy()
      upstream.resetAndDestroy()
    }
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => open.delete(from) && to.destroy())
      from.on('data', (piece) => {
        if (!isOn || Math.random() >= chance) return void to.write(piece)
        faults += 1
        // part of the chunk arrives, like when a phone loses its network
        const half = piece.subarray(0, Math.floor(Math.random() * piece.length))
        to.write(half, breakBoth)
      })
    }
  })
  const { port: ownPort, close } = await listenOnFreePort(server, open)
  return {
    address: `http://127.0.0.1:${ownPort}`,
    faults: () => faults,
    /** Stops injecting faults. */
    stopFaults: () => (isOn = false),
    close,
  }
}
