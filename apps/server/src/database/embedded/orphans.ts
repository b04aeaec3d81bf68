import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart, type StartLog } from '../../cannot-start.ts'
import { startOf } from '../data-dir-lock.ts'
import { type PostgresProcess, processesOn } from './processes.ts'
import { scratchOf } from './programs.ts'

const shutdownMilliseconds = 30_000
const quickMilliseconds = 10_000
const helperMilliseconds = 2000

/**
 * Ends what a killed server or a killed PostgreSQL left running on a cluster, and removes what it left of files: two
 * must never write one database, and a process number written down may be a stranger's by now.
 * @throws CannotStart  a process does not end
 */
export async function endOrphans(cluster: string, log: StartLog): Promise<void> {
  await clearScratch(cluster)
  const left = await processesOn(cluster)
  for (const postmaster of left.filter(({ isPostmaster }) => isPostmaster)) {
    log.info(`Ending the embedded database that a killed server left running (process ${postmaster.pid}).`)
    await endPostmaster(postmaster)
  }
  // helpers end by themselves when their postmaster is gone, unless they are busy
  for (const signal of [undefined, 'SIGKILL'] as const) {
    const helpers = await processesOn(cluster)
    if (signal) for (const helper of helpers) send(helper, signal)
    await gone(helpers, helperMilliseconds)
  }
  const [stubborn] = await processesOn(cluster)
  if (stubborn) throw new CannotStart(`Process ${stubborn.pid} of a killed PostgreSQL still works in ${cluster}.`)
  await rm(path.join(cluster, 'postmaster.pid'), { force: true })
}

async function endPostmaster(postmaster: PostgresProcess): Promise<void> {
  // a fast shutdown writes everything down; where the folder is gone there is nowhere to write to
  if (!postmaster.folderGone) {
    send(postmaster, 'SIGINT')
    if (await gone([postmaster], shutdownMilliseconds)) return
  }
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    send(postmaster, signal)
    if (await gone([postmaster], quickMilliseconds)) return
  }
}

/** Ends what still makes a cluster for a server that was killed meanwhile, and removes what it made. */
async function clearScratch(cluster: string): Promise<void> {
  const names = await readdir(path.dirname(cluster))
  for (const name of names.filter((one) => one.startsWith(path.basename(scratchOf(cluster))))) {
    const scratch = path.join(path.dirname(cluster), name)
    const makers = await processesOn(scratch)
    for (const maker of makers) send(maker, 'SIGKILL')
    await gone(makers, helperMilliseconds)
    await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

const isRunning = ({ pid, start }: PostgresProcess) => startOf(pid) === start

async function gone(processes: PostgresProcess[], within: number): Promise<boolean> {
  const deadline = performance.now() + within
  while (processes.some(isRunning)) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}

function send(to: PostgresProcess, signal: NodeJS.Signals): void {
  try {
    if (isRunning(to)) process.kill(to.pid, signal)
  } catch {
    // gone already, which is what we want
  }
}
