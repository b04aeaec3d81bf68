import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import { processStartTime } from '../data-dir-lock.ts'

export interface PostgresProcess {
  pid: number
  /** Distinguishes the process from a later one with the same id. */
  startTime: string
  /** Whether it is the parent of the other processes of its database. */
  isPostmaster: boolean
  /** Whether its folder was deleted, so that there is nothing to save. */
  isFolderRemoved: boolean
}

/** @returns the PostgreSQL and initdb processes of a folder, and those of a deleted folder at the same path */
export async function findProcesses(folder: string): Promise<PostgresProcess[]> {
  if (process.platform !== 'linux') return processFromPidFile(folder)
  const found = []
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry)
    const start = processStartTime(pid)
    if (start !== undefined && pid !== process.pid) found.push(inspectProcess(pid, start, folder))
  }
  return (await Promise.all(found)).filter((one) => one !== undefined)
}

async function inspectProcess(pid: number, start: string, folder: string): Promise<PostgresProcess | undefined> {
  const [cwd, program, text] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
    readlink(`/proc/${pid}/exe`).catch(() => ''),
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  ])
  const args = text.split('\0')
  const isPostgres = /\/postgres( \(deleted\))?$/.test(program)
  const isFolderRemoved = isPostgres && cwd === `${folder} (deleted)`
  // A process that has just started has not changed its working directory yet.
  const isStartedOnFolder = args.includes(`--pgdata=${folder}`) || args[args.indexOf('-D') + 1] === folder
  const isInFolder = isPostgres && (await sameFolder(`/proc/${pid}/cwd`, folder))
  if (!isInFolder && !((isFolderRemoved || isStartedOnFolder) && (await sharesMounts(pid)))) return undefined
  return { pid, startTime: start, isPostmaster: !args[0]?.startsWith('postgres: '), isFolderRemoved }
}

/** Another container may run a database at the same path, which is another folder. */
async function sharesMounts(pid: number): Promise<boolean> {
  const [theirs, ours] = await Promise.all([pid, 'self'].map((one) => readlink(`/proc/${one}/ns/mnt`).catch(() => '')))
  return theirs === ours
}

async function sameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => undefined)))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

/** Without /proc, the postmaster's pid file identifies the running process. */
async function processFromPidFile(cluster: string): Promise<PostgresProcess[]> {
  const pid = Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''), 10)
  const start = processStartTime(pid)
  return start === undefined ? [] : [{ pid, startTime: start, isPostmaster: true, isFolderRemoved: false }]
}
