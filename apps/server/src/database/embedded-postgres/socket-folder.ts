import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { OperatorError } from '../../operator-error.ts'
import { changeOwner, type NonRootRunner } from './executables.ts'
import { port } from './cluster-settings.ts'

/** The limit is 107 bytes on Linux and 103 on macOS, including the file name. */
const longestSocketPath = 100

/**
 * Creates a new socket folder at each start, at the first path that is short enough. A PostgreSQL that exits late
 * deletes its socket by path, even if a new one listens there. Folders of earlier starts are deleted.
 * @throws OperatorError  other users may enter the folder
 */
export async function makeSocketFolder(dataDir: string, runner: NonRootRunner): Promise<string> {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const candidates = [
    path.join(dataDir, 'postgres-socket'),
    path.join(os.tmpdir(), `chisholm-${digest}`),
    `/tmp/chisholm-${digest}`,
  ]
  const fits = (folder: string) => Buffer.byteLength(`${folder}/123456/.s.PGSQL.${port}`) <= longestSocketPath
  const folder = candidates.find(fits) ?? candidates[2] ?? ''
  await makePrivate(folder, runner)
  for (const earlier of await readdir(folder)) await rm(path.join(folder, earlier), { recursive: true, force: true })
  const own = await mkdtemp(path.join(folder, path.sep))
  await changeOwner(own, runner)
  return own
}

/** Deletes the socket and lock of a killed PostgreSQL, whose process id may have been reused. */
export async function clearSocket(folder: string): Promise<void> {
  for (const file of await readdir(folder)) await rm(path.join(folder, file), { force: true })
}

/** Socket folder of the running PostgreSQL according to its pid file, or undefined until it is ready. */
export async function socketFolderInUse(cluster: string): Promise<string | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [, , , , folder, , , state] = text.split('\n')
  return state?.trim() === 'ready' ? folder : undefined
}

async function makePrivate(folder: string, runner: NonRootRunner): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EEXIST') throw thrown
  })
  // In a shared folder, somebody else may have created it first.
  const found = await lstat(folder)
  const ours = [process.getuid?.(), runner.user?.uid].includes(found.uid)
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new OperatorError(`The socket folder ${folder} is not private to this user: remove it and start again.`)
  }
  await changeOwner(folder, runner)
}
