import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export async function databaseBytes(db: Database['db']): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
