import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { listenOnFreePort } from './free-port.ts'

/** PostgreSQL's response to a commit, and the state of a connection without a transaction. */
const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')
const idle = Buffer.from('Z\0\0\0\x05I', 'latin1')

/** Proxy to PostgreSQL that can break the connection instead of delivering the response to a commit. */
export async function startLostCommitProxy(address: pg.PoolConfig) {
  const { host, port } = new pg.Client(address)
  const open = new Set<Socket>()
  let losing: { text: string; response: Buffer } | undefined
  let lost = 0
  const lose = (text: string, response: Buffer) => {
    losing = { text, response }
    lost = 0
    return { stop: () => (losing = undefined), count: () => lost }
  }
  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? connect(path.join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    let isMarked = false
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (piece) => {
      isMarked ||= losing !== undefined && piece.includes(losing.text)
      upstream.write(piece)
    })
    upstream.on('data', (piece) => {
      if (isMarked && losing && piece.includes(losing.response)) {
        lost += 1
        client.resetAndDestroy()
        return
      }
      if (piece.includes(idle)) isMarked = false
      client.write(piece)
    })
  })
  const { port: ownPort, close } = await listenOnFreePort(server, open)
  return {
    port: ownPort,
    /** From now on, loses the response to each commit of a transaction that sent this text. @returns `stop` ends it, `count` tells how many were lost */
    loseCommitsOf: (text: string) => lose(text, committed),
    /** The same for each statement with this text outside a transaction, and each such transaction. */
    loseResponsesTo: (text: string) => lose(text, idle),
    close,
  }
}
