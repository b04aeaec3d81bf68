import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const target = `http://127.0.0.1:${process.env['E2E_PORT'] ?? '3900'}`

const withdrawn = path.resolve(import.meta.dirname, '../../apps/web/dist/withdrawn-service-worker.js')

/** A proxy in front of the server under test. It can change the service worker, as a deployment does. */
export async function proxyWithServiceWorker() {
  let edit = (script: string) => script
  const server = http.createServer((request, response) => {
    const isServiceWorker = request.url === '/service-worker.js'
    const { host: _host, 'accept-encoding': encoding, ...headers } = request.headers
    const forwarded = http.request(
      target + request.url,
      {
        method: request.method,
        headers: { ...headers, ...(!isServiceWorker && encoding && { 'accept-encoding': encoding }) },
      },
      (answer) => {
        if (!isServiceWorker) {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
          return
        }
        void text(answer).then((script) =>
          response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(edit(script)),
        )
      },
    )
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // cast: a server that listens on a port has an address
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Makes the next request get another version of the service worker. */
    change: (newEdit: (script: string) => string) => void (edit = newEdit),
    /** Answers like a server with SERVICE_WORKER=off. */
    withdraw: () => void (edit = () => readFileSync(withdrawn, 'utf8')),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
