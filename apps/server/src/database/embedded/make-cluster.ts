import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { CannotStart, reasonOf, type StartLog } from '../../cannot-start.ts'
import { handOver, postgresProgram, type Runner } from '../postgres-binaries.ts'
import { environment, lastLines, name, scratchOf } from './programs.ts'

const major = '18'

/** Makes the cluster where there is none yet. @throws CannotStart  it was made by another version of PostgreSQL */
export async function makeCluster(cluster: string, runner: Runner, log: StartLog): Promise<void> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined && version.trim() !== major) {
    throw new CannotStart(`${cluster} was made by PostgreSQL ${version.trim()}; this version of Chisholm has ${major}.`)
  }
  if (version === undefined) await initialise(cluster, runner, log)
  await handOver(cluster, runner)
}

/**
 * Made beside its place and moved when whole: a kill half-way leaves no broken database. In a folder of its own for each
 * try: what a killed server began may still be at work in another.
 */
async function initialise(cluster: string, runner: Runner, log: StartLog): Promise<void> {
  log.info('Making the embedded database.')
  const scratch = await mkdtemp(`${scratchOf(cluster)}-`)
  await handOver(scratch, runner)
  const [program = '', ...rest] = [
    ...runner.prefix,
    postgresProgram('initdb'),
    `--pgdata=${scratch}`,
    `--username=${name}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  try {
    await promisify(execFile)(program, rest, { cwd: '/', env: environment(), ...runner.user })
  } catch (thrown) {
    await rm(scratch, { recursive: true, force: true })
    // cast: whatever was thrown is asked for these fields only, which may be missing
    const { stderr } = thrown as { stderr?: string }
    throw new CannotStart(`The embedded database cannot be made: ${lastLines(stderr || reasonOf(thrown))}`)
  }
  await rename(scratch, cluster)
}
