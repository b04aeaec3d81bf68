import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { startSmtpServer } from './smtp-server.ts'
import { startPostgres } from './postgres-server.ts'
import { startS3 } from './s3-server.ts'
import { startServer } from './server-process.ts'

/** Servers on one database, bucket and mail server, each with its own DATA_DIR and these settings. */
export async function startMultipleServers(count: number, settings: Record<string, string> = {}) {
  const [postgres, s3, smtp] = await Promise.all([startPostgres(), startS3(), startSmtpServer()])
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-several-'))
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const start = (index: number) =>
    startServer({
      PORT: String(ports[index]),
      DATA_DIR: path.join(folder, String(index)),
      DATABASE_URL: postgres.url(),
      STORAGE_URL: s3.url(),
      SMTP_URL: smtp.url(),
      NODE_EXTRA_CA_CERTS: smtp.certificateFile,
      SECRET_KEY: 'x'.repeat(32),
      DEMO: '1',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    })
  const database = new pg.Pool({ connectionString: postgres.url(), max: 1 })
  // its server may stop first
  database.on('error', () => {})
  // the database may stop before its last connection closes
  database.on('connect', (client) => client.on('error', () => {}))
  const servers = ports.map((_, index) => start(index))
  return {
    database,
    smtp,
    addresses: ports.map((port) => `http://127.0.0.1:${port}`),
    /** Resolves to the URL of each server; undefined for one that exited. */
    listening: () => Promise.all(servers.map((server) => server.listening)),
    /** Kills one server (SIGKILL). */
    kill: async (index: number) => {
      servers[index]?.child.kill('SIGKILL')
      await servers[index]?.ended
    },
    restart: async (index: number) => {
      const server = start(index)
      servers[index] = server
      return server.listening
    },
    close: async () => {
      for (const { child } of servers) child.kill('SIGTERM')
      await Promise.all(servers.map(({ ended }) => ended))
      await database.end()
      await Promise.all([postgres.close(), s3.close(), smtp.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
