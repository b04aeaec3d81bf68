import { processEnvironment } from '../../settings.ts'

/* Settings for creating and running the embedded PostgreSQL. */

/** The connection uses a socket in a folder that only its owner may enter. */
export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  database: string
}

/** Name of both the user and the database. */
export const databaseName = 'chisholm'
/** The port only names the socket. Nothing listens on TCP. */
export const port = 5432

/** Beginning of the names of the folders in which clusters are created. */
export const unfinishedClusterPath = (cluster: string) => `${cluster}.new`

/** The environment without the operator's PG… variables, which would change what PostgreSQL does. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: processEnvironment['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

/** The last lines of a log say why the program ended. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' | ')
}
