import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createChangeFeed } from './change-feed.ts'
import type { Change } from './changes.queries.ts'

const { db, pool, connection, close } = await createTestDatabase()
afterAll(close)

test('a connection that breaks again while the missed changes are read is replaced', async () => {
  const observer = new pg.Client(connection)
  await observer.connect()
  const terminated: number[] = []
  const terminateConnection = () =>
    waitFor(async () => {
      const { rows } = await observer.query<{ pid: number }>(
        `select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chisholm-events'
         and datname = current_database() and query ilike 'listen%' and state = 'idle' and pid <> all($1)`,
        [terminated],
      )
      expect(rows).toHaveLength(1)
      terminated.push(...rows.map(({ pid }) => pid))
    })
  const warn = vi.fn<(text: string) => void>()
  // pg reports the reason and the end of each
  const waitForEnds = (connections: number) => waitFor(() => expect(warn).toHaveBeenCalledTimes(2 * connections))
  const feed = createChangeFeed(connection, db, { warn })
  const changes: Change[] = []
  await feed.listen((change) => changes.push(change))

  const others = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  await terminateConnection()
  await waitForEnds(1)
  await terminateConnection()
  await waitForEnds(2)
  for (const other of others) other.release()

  await observer.query(`insert into changes (kind) values ('library')`)
  await waitFor(() => expect(changes.map(({ kind }) => kind)).toContain('library'))
  await Promise.all([feed.close(), observer.end()])
})
