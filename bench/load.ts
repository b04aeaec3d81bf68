import http from 'node:http'

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string | Buffer
  headers?: Record<string, string>
}

export interface Measured {
  perSecond: number
  /** In milliseconds. */
  p50: number
  p95: number
  p99: number
  /** Duration of the measurement in seconds. */
  seconds: number
}

/**
 * Sends a call.
 * @throws Error  the status is not 2xx
 */
export function sendCall(origin: string, call: Call, agent?: http.Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { ...(call.body && { 'content-length': Buffer.byteLength(call.body) }), ...call.headers }
    const request = http.request(new URL(call.path, origin), { method: call.method, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        if ((answer.statusCode ?? 500) < 300) resolve(body)
        else reject(new Error(`${call.method} ${call.path}: ${answer.statusCode} ${body.toString().slice(0, 300)}`))
      })
    })
    request.on('error', reject)
    request.end(call.body)
  })
}

/**
 * Sends calls over keep-alive connections until the time is over or no call is left.
 * @param next  the next call, or undefined if none is left
 */
export async function load(
  origin: string,
  next: (number: number) => Call | undefined,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  let sent = 0
  const loop = async () => {
    while (performance.now() < end) {
      const call = next(sent++)
      if (!call) return
      const from = performance.now()
      await sendCall(origin, call, agent)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  const elapsed = (performance.now() - start) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return { perSecond: times.length / elapsed, p50: at(0.5), p95: at(0.95), p99: at(0.99), seconds: elapsed }
}
