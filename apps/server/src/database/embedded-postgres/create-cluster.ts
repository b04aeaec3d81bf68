import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError, errorMessage, type StartupLog } from '../../operator-error.ts'
import { changeOwner, postgresExecutable, type NonRootRunner } from './executables.ts'
import { postgresEnvironment, lastLines, databaseName, unfinishedClusterPath } from './cluster-settings.ts'

const postgresMajor = '18'

/**
 * Creates the database cluster if there is none.
 * @throws OperatorError  the existing one belongs to another PostgreSQL version
 */
export async function createCluster(cluster: string, runner: NonRootRunner, log: StartupLog): Promise<void> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined && version.trim() !== postgresMajor) {
    throw new OperatorError(
      `${cluster} was made by PostgreSQL ${version.trim()}; this version of Chisholm has ${postgresMajor}.`,
    )
  }
  if (version === undefined) await runInitdb(cluster, runner, log)
  await changeOwner(cluster, runner)
}

/**
 * Runs initdb in a temporary folder and renames that folder, so that a kill leaves no broken database. Each attempt has
 * its own folder, because the initdb of a killed server may still run in another.
 */
async function runInitdb(cluster: string, runner: NonRootRunner, log: StartupLog): Promise<void> {
  log.info('Creating the embedded database.')
  const tempCluster = await mkdtemp(`${unfinishedClusterPath(cluster)}-`)
  await changeOwner(tempCluster, runner)
  const [program = '', ...rest] = [
    ...runner.prefix,
    postgresExecutable('initdb'),
    `--pgdata=${tempCluster}`,
    `--username=${databaseName}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  try {
    await promisify(execFile)(program, rest, { cwd: '/', env: postgresEnvironment(), ...runner.user })
  } catch (thrown) {
    await rm(tempCluster, { recursive: true, force: true })
    // cast: reads these fields only, each of which may be missing
    const { stderr } = thrown as { stderr?: string }
    throw new OperatorError(`The embedded database cannot be created: ${lastLines(stderr || errorMessage(thrown))}`)
  }
  await rename(tempCluster, cluster)
}
