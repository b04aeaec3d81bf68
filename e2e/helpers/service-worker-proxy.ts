import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { serverUrl, startProxy } from './proxy-server.ts'

const withdrawn = path.resolve(import.meta.dirname, '../../apps/web/dist/withdrawn-service-worker.js')

/** A proxy in front of the server under test. It can change the service worker, as a deployment does. */
export async function proxyWithServiceWorker() {
  let edit = (script: string) => script
  const proxy = await startProxy((request, response) => {
    const isServiceWorker = request.url === '/service-worker.js'
    const { host: _host, 'accept-encoding': encoding, ...headers } = request.headers
    const forwarded = http.request(
      serverUrl + request.url,
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
  return {
    url: proxy.url,
    /** Makes the next request get another version of the service worker. */
    change: (newEdit: (script: string) => string) => void (edit = newEdit),
    /** Answers like a server with SERVICE_WORKER=off. */
    withdraw: () => void (edit = () => readFileSync(withdrawn, 'utf8')),
    [Symbol.asyncDispose]: proxy.stop,
  }
}
