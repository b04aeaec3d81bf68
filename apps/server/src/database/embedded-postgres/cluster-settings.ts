import { processEnvironment } from '../../settings.ts'

/* Settings shared by creating and running the embedded PostgreSQL. */

/** Connects over a socket in a folder that only its owner may enter. */
export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  database: string
}

/** Name of both the user and the database. */
export const databaseName = 'chisholm'
/** Only names the socket; nothing listens on TCP. */
export const port = 5432

/** Prefix of the folders in which clusters are created. */
export const unfinishedClusterPath = (cluster: string) => `${cluster}.new`

/** Environment without the operator's PG… variables. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: processEnvironment['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

/** Last lines of a log, which say why the program ended. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' | ')
}
