import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError, type StartupLog } from '../../operator-error.ts'
import { processStartTime } from '../data-dir-lock.ts'
import { type PostgresProcess, findProcesses } from './find-processes.ts'
import { unfinishedClusterPath } from './cluster-settings.ts'

const shutdownMilliseconds = 30_000
const quickMilliseconds = 10_000
const helperMilliseconds = 2000

/**
 * Stops the processes that a killed server or PostgreSQL left running on a cluster and removes their files, because two
 * must never write to one database. A process id alone proves nothing: it may have been reused.
 * @throws OperatorError  a process does not end
 */
export async function endOrphanedProcesses(cluster: string, log: StartupLog): Promise<void> {
  await removeUnfinishedClusters(cluster)
  const left = await findProcesses(cluster)
  for (const postmaster of left.filter(({ isPostmaster }) => isPostmaster)) {
    log.info(`Stopping the embedded database that a killed server left running (process ${postmaster.pid}).`)
    await stopOrphanedPostmaster(postmaster)
  }
  // Background processes exit after their postmaster, unless they are busy.
  for (const signal of [undefined, 'SIGKILL'] as const) {
    const helpers = await findProcesses(cluster)
    if (signal) for (const helper of helpers) sendSignal(helper, signal)
    await waitUntilGone(helpers, helperMilliseconds)
  }
  const [remaining] = await findProcesses(cluster)
  if (remaining) throw new OperatorError(`Process ${remaining.pid} of a killed PostgreSQL still works in ${cluster}.`)
  await rm(path.join(cluster, 'postmaster.pid'), { force: true })
}

async function stopOrphanedPostmaster(postmaster: PostgresProcess): Promise<void> {
  // A fast shutdown writes everything to disk. Without a folder there is nowhere to write.
  if (!postmaster.isFolderRemoved) {
    sendSignal(postmaster, 'SIGINT')
    if (await waitUntilGone([postmaster], shutdownMilliseconds)) return
  }
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    sendSignal(postmaster, signal)
    if (await waitUntilGone([postmaster], quickMilliseconds)) return
  }
}

async function removeUnfinishedClusters(cluster: string): Promise<void> {
  const names = await readdir(path.dirname(cluster))
  for (const name of names.filter((one) => one.startsWith(path.basename(unfinishedClusterPath(cluster))))) {
    const scratch = path.join(path.dirname(cluster), name)
    const initdbProcesses = await findProcesses(scratch)
    for (const initdbProcess of initdbProcesses) sendSignal(initdbProcess, 'SIGKILL')
    await waitUntilGone(initdbProcesses, helperMilliseconds)
    await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

const isRunning = ({ pid, startTime: start }: PostgresProcess) => processStartTime(pid) === start

async function waitUntilGone(processes: PostgresProcess[], within: number): Promise<boolean> {
  const deadline = performance.now() + within
  while (processes.some(isRunning)) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}

function sendSignal(to: PostgresProcess, signal: NodeJS.Signals): void {
  try {
    if (isRunning(to)) process.kill(to.pid, signal)
  } catch {
    // The process has already gone.
  }
}
