import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../database/database.ts'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { withDatabase } from './database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the migrated template database. */
    testDatabase: { address: pg.PoolConfig; template: string }
  }
}

const quiet = { info: () => {}, warn: console.warn }

/** Starts one PostgreSQL per run with a migrated template database that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await server()
  const template = `chisholm_template_${process.pid}`
  const maintenance = await connectBare(address)
  await maintenance.query(`drop database if exists ${template} with (force)`)
  await maintenance.query(`create database ${template}`)
  const migrated = await connect(withDatabase(address, template), quiet)
  await migrated.close()
  project.provide('testDatabase', { address, template })
  return async () => {
    try {
      await maintenance.query(`drop database if exists ${template} with (force)`)
      await maintenance.end()
    } finally {
      await stop()
    }
  }
}

async function server(): Promise<{ address: pg.PoolConfig; stop: () => Promise<void> }> {
  const configuredUrl = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL']
  if (configuredUrl) return { address: { connectionString: configuredUrl }, stop: async () => {} }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-test-'))
  const embedded = await startEmbeddedPostgres(dataDir, quiet, { durable: false })
  const stop = async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { address: { ...embedded.connection }, stop }
}

async function connectBare(address: pg.PoolConfig): Promise<pg.Client> {
  const client = new pg.Client(address)
  await client.connect()
  return client
}
