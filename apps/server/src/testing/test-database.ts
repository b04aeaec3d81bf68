import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '../database/database.ts'
import { databaseUrl, withDatabase } from './database-url.ts'

/** Deleting a database breaks what connections a test left open, which is no news. */
const quiet = { info: () => {}, warn: () => {} }

/** A migrated, empty database of the test file's own; closing it deletes it. */
export async function createTestDatabase(): Promise<Database> {
  const { address, template } = inject('testDatabase')
  const database = `chisholm_test_${randomBytes(8).toString('hex')}`
  await runSql(address, `create database ${database} template ${template}`)
  return connect(withDatabase(address, database), quiet, () =>
    runSql(address, `drop database if exists ${database} with (force)`),
  )
}

/** The address, as a setting, of a database with nothing in it; `drop` deletes it. */
export async function createEmptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { address } = inject('testDatabase')
  const name = `chisholm_test_${randomBytes(8).toString('hex')}`
  await runSql(address, `create database ${name}`)
  return {
    url: databaseUrl(withDatabase(address, name)),
    drop: () => runSql(address, `drop database ${name} with (force)`),
  }
}

async function runSql(address: pg.PoolConfig, sql: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
