import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import { startOf } from '../data-dir-lock.ts'

/** Process numbers of what this process launched, known before PostgreSQL has written its own file. */
const launched = new Map<string, number>()

export const noteLaunched = (cluster: string, pid: number) => void launched.set(cluster, pid)

/** What was launched on a cluster is no longer asked after. */
export const forgetLaunched = (cluster: string) => void launched.delete(cluster)

/** @returns the process number of PostgreSQL while it runs */
export async function postmaster(cluster: string): Promise<number | undefined> {
  const own = launched.get(cluster)
  if (own !== undefined && startOf(own) !== undefined) return own
  return runningPostmaster(cluster)
}

/** @returns the process number of the PostgreSQL that runs on the cluster */
export async function runningPostmaster(cluster: string): Promise<number | undefined> {
  const file = path.join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const pid = Number.parseInt(text, 10)
  if (startOf(pid) !== undefined && (await worksIn(pid, cluster))) return pid
  return undefined
}

/** Whether any process works in a cluster: a helper lives on for a moment when its PostgreSQL was killed. */
export async function anyoneWorksIn(cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry)
    if (startOf(pid) === undefined) continue
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    if (folder !== undefined && (await sameFolder(folder, cluster))) return true
  }
  return false
}

async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (folder === undefined) return true
  return sameFolder(folder, cluster)
}

async function sameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => undefined)))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}
