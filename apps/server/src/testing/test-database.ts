import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '../database/database.ts'
import { urlOf, withDatabase } from './with-database.ts'

/** Deleting a database breaks what connections a test left open, which is no news. */
const quiet = { info: () => {}, warn: () => {} }

/** A migrated, empty database of the test file's own; closing it deletes it. */
export async function freshDatabase(): Promise<Database> {
  const { address, template } = inject('testDatabase')
  const database = `chisholm_test_${randomBytes(8).toString('hex')}`
  await command(address, `create database ${database} template ${template}`)
  return connect(withDatabase(address, database), quiet, () =>
    command(address, `drop database if exists ${database} with (force)`),
  )
}

/** The address, as a setting, of a database with nothing in it; `drop` deletes it. */
export async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { address } = inject('testDatabase')
  const name = `chisholm_test_${randomBytes(8).toString('hex')}`
  await command(address, `create database ${name}`)
  return { url: urlOf(withDatabase(address, name)), drop: () => command(address, `drop database ${name} with (force)`) }
}

async function command(address: pg.PoolConfig, sql: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
