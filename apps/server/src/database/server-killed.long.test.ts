import { cp, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { findPostgresProcess, readPostmasterPid } from '../testing/database-crash.ts'
import { statusOf, useServersInFolder } from '../testing/servers-in-folder.ts'
import { processStartTime } from './data-dir-lock.ts'
import { findProcesses } from './embedded-postgres/find-processes.ts'
import { waitFor } from '../testing/wait-for.ts'

const { dataDir, start } = useServersInFolder()

/** Requests at the same time make the pool open new connections. */
const manyStatuses = async (address: string) =>
  new Set(await Promise.all(Array.from({ length: 20 }, () => statusOf(address, '/api/v1/provider'))))

describe.runIf(process.platform === 'linux')('the server is killed', () => {
  test('the next start waits for a database that is still ending', async () => {
    const first = start()
    await first.listening
    const postmaster = await readPostmasterPid(dataDir())
    const checkpointer = await findPostgresProcess(postmaster, /checkpointer/)
    process.kill(checkpointer, 'SIGSTOP')
    first.child.kill('SIGKILL')
    await first.ended
    process.kill(postmaster, 'SIGINT')
    const second = start({ LOG_LEVEL: 'info' })
    await waitFor(() => expect(second.stdout).toMatch(/embedded database/))
    process.kill(checkpointer, 'SIGCONT')
    const address = await second.listening
    expect(second.stderr).toBe('')
    expect(await manyStatuses(address ?? '')).toEqual(new Set([200]))
  })

  test('a removed and restored DATA_DIR keeps working when the orphaned database exits', async () => {
    const first = start()
    await first.listening
    first.child.kill('SIGTERM')
    await first.ended
    const backup = `${dataDir()}-backup`
    await cp(dataDir(), backup, { recursive: true })
    const second = start()
    await second.listening
    const orphan = await readPostmasterPid(dataDir())
    // PostgreSQL must not notice that its folder is gone before the next server starts.
    process.kill(orphan, 'SIGSTOP')
    second.child.kill('SIGKILL')
    await second.ended
    await rm(dataDir(), { recursive: true })
    await cp(backup, dataDir(), { recursive: true })
    await rm(backup, { recursive: true })

    const third = start()
    const address = (await third.listening) ?? ''
    // PostgreSQL checks once a minute whether its folder exists, and exits if it does not.
    if (processStartTime(orphan) !== undefined)
      for (const signal of ['SIGCONT', 'SIGQUIT']) process.kill(orphan, signal)
    await waitFor(() => expect(processStartTime(orphan)).toBeUndefined())
    // The server's connections survive without the socket, so only a new connection shows whether it exists.
    const [, , , , host = ''] = (await readFile(path.join(dataDir(), 'postgres/postmaster.pid'), 'utf8')).split('\n')
    const client = new pg.Client({ host, port: 5432, user: 'chisholm', database: 'chisholm' })
    await client.connect()
    await client.end()
    expect(await statusOf(address, '/readyz')).toBe(200)
  })

  test.each([
    [
      'its settings are written',
      (names: string[]) => names.some((name) => /^postgres\.new.*postgresql\.conf$/.test(name)),
    ],
    [
      'its templates are copied',
      (names: string[]) => names.some((name) => /^postgres\.new.*base\/[45]\/\d+$/.test(name)),
    ],
    ['it is started', (names: string[]) => names.includes('postgres/postmaster.pid')],
  ])(
    'while it creates its database (%s): the next start creates it',
    async (_, isReached) => {
      const first = start()
      const names = () => readdir(dataDir(), { recursive: true }).catch(() => [])
      for (const deadline = Date.now() + 30_000; !isReached(await names()); await sleep(2))
        expect(Date.now()).toBeLessThan(deadline)
      first.child.kill('SIGKILL')
      await first.ended
      const second = start()
      const address = await second.listening
      expect(second.stderr).toBe('')
      expect(await statusOf(address ?? '', '/readyz')).toBe(200)
      expect((await readdir(dataDir())).filter((name) => name.startsWith('postgres.new'))).toEqual([])
    },
    60_000,
  )

  // Two initdb at the same time in one folder would delete each other's files.
  test('the initdb of a killed server does not disturb the next start', async () => {
    const settingsOf = async () => {
      const names = await readdir(dataDir(), { recursive: true }).catch(() => [])
      return names.find((name) => /^postgres(\.new[^/]*)?\/postgresql\.conf$/.test(name))
    }
    const first = start()
    const begun = await vi.waitUntil(settingsOf, { timeout: 30_000, interval: 2 })
    const makers = await findProcesses(path.join(dataDir(), path.dirname(begun)))
    expect(makers).not.toEqual([])
    for (const { pid } of makers) process.kill(pid, 'SIGSTOP')
    await rename(path.join(dataDir(), begun), path.join(dataDir(), `${begun}.begun`))
    first.child.kill('SIGKILL')
    await first.ended
    const second = start()
    await vi.waitUntil(settingsOf, { timeout: 30_000, interval: 2 })
    for (const { pid, startTime: start } of makers) if (processStartTime(pid) === start) process.kill(pid, 'SIGCONT')
    const address = await second.listening
    expect(second.stderr).toBe('')
    expect(await statusOf(address ?? '', '/readyz')).toBe(200)
  })
})
