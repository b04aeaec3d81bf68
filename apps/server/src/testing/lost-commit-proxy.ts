import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import pg from 'pg'

/** PostgreSQL's response to a commit, and the state of a connection without a transaction. */
const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')
const idle = Buffer.from('Z\0\0\0\x05I', 'latin1')

/** Proxy to PostgreSQL that can break the connection instead of delivering the response to a commit. */
export async function startLostCommitProxy(address: pg.PoolConfig) {
  const { host, port } = new pg.Client(address)
  const open = new Set<Socket>()
  let marker: string | undefined
  let lost = 0
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
      isMarked ||= marker !== undefined && piece.includes(marker)
      upstream.write(piece)
    })
    upstream.on('data', (piece) => {
      if (isMarked && piece.includes(committed)) {
        lost += 1
        client.resetAndDestroy()
        return
      }
      if (piece.includes(idle)) isMarked = false
      client.write(piece)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // cast: a server that listens on a port has an address
    port: (server.address() as AddressInfo).port,
    /** From now on, loses the response to each commit of a transaction that sent this text. @returns a function that stops it */
    loseCommitsOf(text: string): () => number {
      marker = text
      lost = 0
      return () => {
        marker = undefined
        return lost
      }
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
