import { rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { signInCaller, findPostgresProcess, readPostmasterPid, callUntilStopped } from '../testing/database-crash.ts'
import { waitForEmail } from '../testing/outbox-email.ts'
import { statusOf, useServersInFolder } from '../testing/servers-in-folder.ts'
import { processStartTime } from './data-dir-lock.ts'
import { waitFor } from '../testing/wait-for.ts'

const { dataDir, start } = useServersInFolder()

describe.runIf(process.platform === 'linux')('the embedded database dies', () => {
  test('killing PostgreSQL or a connection under load loses and duplicates nothing acknowledged; responses are 2xx or 503', async () => {
    const victims = [
      async (postmaster: number) => postmaster,
      (postmaster: number) => findPostgresProcess(postmaster, /postgres: chisholm chisholm/),
      async (postmaster: number) => postmaster,
    ]
    const server = start({ DEMO: '1' })
    const address = (await server.listening) ?? ''
    const wrong: string[] = []
    const callers = await Promise.all(['client', 'manager', 'rival'].map((name) => signInCaller(address, name, wrong)))
    const made: string[] = []
    const stop = { now: false }
    const work = callUntilStopped(stop, callers, 'made while the database died', made)
    for (const victimOf of victims) {
      const before = made.length
      await waitFor(() => expect(made.length).toBeGreaterThan(before + 10), { timeout: 30_000 })
      process.kill(await victimOf(await readPostmasterPid(dataDir())), 'SIGKILL')
      const killed = made.length
      await waitFor(() => expect(made.length).toBeGreaterThan(killed + 10), { timeout: 30_000 })
      expect(await statusOf(address, '/healthz')).toBe(200)
    }
    stop.now = true
    await work
    expect(wrong).toEqual([])

    const vet = await signInCaller(address, 'vet', wrong)
    const { body } = await vet.ask('GET', '/post-mortems?per_page=9999&filter[draft]=1')
    const all = body.data as unknown as { id: string; note: string | null }[]
    const storedIds = all.filter(({ note }) => note === 'made while the database died').map(({ id }) => id)
    expect(storedIds.toSorted()).toEqual(made.toSorted())
    await vet.ask('POST', '/auth/reset-password', { username: 'vet@demo.example' })
    expect(await waitForEmail(dataDir(), 'vet@demo.example', 'verification code')).toContain('code is')
    expect(server.stdout + server.stderr).not.toContain('[object Object]')
  })

  test('the server answers 503 and exits with 75 if the database cannot be restarted', async () => {
    const server = start()
    const address = (await server.listening) ?? ''
    const postmaster = await readPostmasterPid(dataDir())
    await rm(path.join(dataDir(), 'postgres/global/pg_control'))
    process.kill(postmaster, 'SIGKILL')
    await waitFor(() => expect(processStartTime(postmaster)).toBeUndefined())
    // Both at the same time: on a busy machine the server may have exited before a second request.
    expect(await Promise.all(['/api/v1/provider', '/healthz'].map((path) => statusOf(address, path)))).toEqual([
      503, 200,
    ])
    expect(await server.ended).toBe(75)
    expect(server.stderr).toContain('The embedded database cannot be restarted')
    expect(server.stdout).not.toContain('[object Object]')
  })
})
