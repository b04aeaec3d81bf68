import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { CannotStart } from '../../cannot-start.ts'
import { handOver, type Runner } from '../postgres-binaries.ts'
import { port } from './programs.ts'

/** Linux allows 107 bytes, macOS 103, the file's own name included. */
const longestSocketPath = 100

/** Makes the folder of the socket where its path is short enough. @throws CannotStart  somebody else may enter it */
export async function socketFolder(dataDir: string, runner: Runner): Promise<string> {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const candidates = [
    path.join(dataDir, 'postgres-socket'),
    path.join(os.tmpdir(), `chisholm-${digest}`),
    `/tmp/chisholm-${digest}`,
  ]
  const fits = (folder: string) => Buffer.byteLength(`${folder}/.s.PGSQL.${port}`) <= longestSocketPath
  const folder = candidates.find(fits) ?? candidates[2] ?? ''
  await mkdir(folder, { mode: 0o700 }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EEXIST') throw thrown
  })
  // Where anyone may write, someone else may have made the folder first.
  const found = await lstat(folder)
  const ours = [process.getuid?.(), runner.user?.uid].includes(found.uid)
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new CannotStart(`The socket folder ${folder} is not private to this user: remove it and start again.`)
  }
  await handOver(folder, runner)
  return folder
}
