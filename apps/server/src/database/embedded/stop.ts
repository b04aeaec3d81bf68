import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '../../cannot-start.ts'
import { startOf } from '../data-dir-lock.ts'
import { port } from './programs.ts'
import { anyoneWorksIn, forgetLaunched, postmaster } from './running.ts'

/** Stops PostgreSQL and waits until it is gone. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const pid = await postmaster(cluster)
  forgetLaunched(cluster)
  if (pid === undefined) return
  const start = startOf(pid)
  const running = () => startOf(pid) === start
  // SIGINT is PostgreSQL's fast shutdown: open transactions roll back, everything acknowledged is on disk.
  signal(pid, 'SIGINT')
  for (let waited = 0; running() && waited < 30_000; waited += 20) await sleep(20)
  // Past half a minute, an immediate shutdown: the next start recovers from the log.
  if (running()) signal(pid, 'SIGQUIT')
  for (let waited = 0; running() && waited < 10_000; waited += 20) await sleep(20)
}

function signal(pid: number, which: NodeJS.Signals): void {
  try {
    process.kill(pid, which)
  } catch {
    // Gone already, which is what we want.
  }
}

/**
 * Removes the files of a PostgreSQL that is gone: their process number may be a stranger's by now, which
 * PostgreSQL would take for itself. Its last helpers must be gone first, for two must never write one database.
 */
export async function clearRemains(cluster: string, sockets: string): Promise<void> {
  const deadline = Date.now() + 10_000
  while (await anyoneWorksIn(cluster)) {
    if (Date.now() > deadline) throw new CannotStart(`A process of a killed PostgreSQL still works in ${cluster}.`)
    await sleep(50)
  }
  const socket = path.join(sockets, `.s.PGSQL.${port}`)
  for (const file of [path.join(cluster, 'postmaster.pid'), socket, `${socket}.lock`]) await rm(file, { force: true })
}
