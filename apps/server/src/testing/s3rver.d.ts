declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'
  import type { IncomingMessage } from 'node:http'
  import type { Readable } from 'node:stream'

  /** The part of the framework's request that tests use. */
  export interface S3Request {
    method: string
    path: string
    query: Record<string, unknown>
    headers: Record<string, string | undefined>
    req: IncomingMessage | Readable
    res: { destroy(): void }
    response: { length: number }
    status: number
    type: string
    body: unknown
  }
  type Step = (request: S3Request, next: () => Promise<void>) => Promise<void>

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    middleware: Step[]
    httpServer: { closeAllConnections(): void }
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  const accounts: { DUMMY_ACCOUNT: { createKeyPair(id: string, secret: string): void } }
  export default accounts
}
