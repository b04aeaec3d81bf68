import http from 'node:http'
import { serverUrl, startProxy } from './proxy-server.ts'

/** Pseudo-random numbers from 0 to 1. They are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/**
 * A proxy that loses responses to writes after the server has processed them, like a bad connection.
 * @param lossRate  the share of responses that are lost, from 0 to 1
 */
export async function startLossyProxy(lossRate: number) {
  const random = createRandom(17)
  let lost = 0
  let writes = 0
  const proxy = await startProxy((request, response) => {
    const isWrite = request.method !== 'GET' && request.url?.startsWith('/api/v1/') && !request.url.includes('/auth/')
    const options = { method: request.method, headers: request.headers }
    const forwarded = http.request(serverUrl + request.url, options, (answer) => {
      if (isWrite) {
        writes++
        if (random() < lossRate) {
          lost++
          answer.resume().on('end', () => request.socket.destroy())
          return
        }
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.on('error', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  return {
    url: proxy.url,
    counts: () => ({ writes, lost }),
    [Symbol.asyncDispose]: proxy.stop,
  }
}
