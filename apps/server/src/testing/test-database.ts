import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '../database/database.ts'
import { databaseUrl, withDatabase } from './database-url.ts'

/** Dropping a database breaks leftover connections, which is expected. */
const quiet = { info: () => {}, warn: () => {} }

/** As many as `concurrentCallers`: each connection parses and plans all its statements, half of the database's work. */
const connections = 6

/** Clones the template database for a test file; closing drops it. */
export async function createTestDatabase(options: { lockTimeout?: string } = {}): Promise<Database> {
  const { address, template } = inject('testDatabase')
  const database = `chisholm_test_${randomBytes(8).toString('hex')}`
  await runSql(address, `create database ${database} template ${template}`)
  return connect(
    withDatabase(address, database),
    quiet,
    () => runSql(address, `drop database if exists ${database} with (force)`),
    { connections, ...options },
  )
}

/** Creates an empty database. @returns its DATABASE_URL, and `drop` */
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
