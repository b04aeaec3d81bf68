import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { closeUnansweredConnections } from './close-unanswered-connections.ts'
import { isDatabaseUnavailable } from './connection-errors.ts'
import { openPool } from './database.ts'

const database = await createTestDatabase()
afterAll(() => database.close())
const { host, port, user, password, database: name } = new pg.Client(database.connection)

/** A network between server and database that loses data without closing connections. */
async function startNetwork() {
  const open = new Set<Socket>()
  let isDown = false
  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.on('error', () => {})
      from.on('close', () => to.destroy())
      from.on('data', (bytes) => void (isDown || lost.has(client) || to.write(bytes)))
    }
  })
  const lost = new Set<Socket>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    // cast: a server that listens on a port has an address
    port: (server.address() as AddressInfo).port,
    /** Loses what is sent on the connections that are open now. */
    loseConnections: () => {
      for (const socket of open) lost.add(socket)
    },
    /** Loses everything, on new connections as well. */
    goDown: () => {
      isDown = true
    },
  }
}

function openWatchedPool(network: { port: number }) {
  const connection: pg.PoolConfig = { host: '127.0.0.1', port: network.port, user, password, database: name }
  const pool = openPool(connection)
  const warn = vi.fn<(text: string) => void>()
  const stop = closeUnansweredConnections(pool, connection, { warn }, { interval: 200, unreachableTimeout: 1000 })
  onTestFinished(async () => {
    stop()
    await pool.end()
  })
  return { pool, warn }
}

const failure = (query: Promise<unknown>) =>
  query.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

test('a query on a connection that the network has lost fails as unavailable, and the next one is answered', async () => {
  const network = await startNetwork()
  const { pool, warn } = openWatchedPool(network)
  await pool.query('select 1')
  network.loseConnections()
  expect(isDatabaseUnavailable(await failure(pool.query('select 1')))).toBe(true)
  expect(warn).toHaveBeenCalledWith('Closed database connections that got no response: 1.')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('queries fail as unavailable once the database could not be reached for a while', async () => {
  const network = await startNetwork()
  const { pool } = openWatchedPool(network)
  await pool.query('select 1')
  network.goDown()
  expect(isDatabaseUnavailable(await failure(pool.query('select 1')))).toBe(true)
})

test('a query that takes longer than anybody waits for a lost one is answered', async () => {
  const network = await startNetwork()
  const { pool, warn } = openWatchedPool(network)
  expect((await pool.query(`select 'done' as state from pg_sleep(3)`)).rows).toEqual([{ state: 'done' }])
  expect(warn).not.toHaveBeenCalled()
})
