import type pg from 'pg'

/** @returns the address of another database on the same server */
export function withDatabase(address: pg.PoolConfig, database: string): pg.PoolConfig {
  if (address.connectionString === undefined) return { ...address, database }
  const url = new URL(address.connectionString)
  url.pathname = `/${database}`
  return { ...address, connectionString: url.href }
}

/** @returns the address in the format of DATABASE_URL */
export function databaseUrl({
  connectionString,
  host = '',
  port = 5432,
  user = '',
  database = '',
}: pg.PoolConfig): string {
  if (connectionString !== undefined) return connectionString
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user })}`
}
