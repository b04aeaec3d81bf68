import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** The URL of the server under test. */
export const serverUrl = `http://127.0.0.1:${process.env['E2E_PORT'] ?? '3900'}`

/** Starts a proxy on a free port. @returns its URL and a function that stops it */
export async function startProxy(handle: http.RequestListener) {
  const server = http.createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // cast: a server that listens on a port has an address
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
