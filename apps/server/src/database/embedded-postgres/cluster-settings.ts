import { processEnvironment } from '../../settings.ts'

/* What making and launching the embedded PostgreSQL have in common. */

/** How to reach the embedded database: over a socket in a folder that only its owner may enter. */
export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  database: string
}

/** Its user and its database. */
export const databaseName = 'chisholm'
/** It listens at no port; its socket is named after one. */
export const port = 5432

/** What the names of the folders begin with in which a cluster is made. */
export const unfinishedClusterPath = (cluster: string) => `${cluster}.new`

/** Nothing of the operator's PG… variables may reach the programs. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: processEnvironment['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

/** What a program wrote last: why it ended. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' | ')
}
