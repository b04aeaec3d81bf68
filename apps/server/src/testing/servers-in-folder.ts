import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type ServerProcess, startServer } from './server-process.ts'

/** Gives each test a data folder of its own and starts servers in it, which end with the test. */
export function useServersInFolder() {
  let dataDir: string
  let servers: ServerProcess[] = []
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-crashing-'))
  })
  afterEach(async () => {
    for (const { child, ended } of servers) {
      child.kill('SIGTERM')
      await ended
    }
    servers = []
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir: () => dataDir,
    start(settings: Record<string, string> = {}): ServerProcess {
      const server = startServer({ DATA_DIR: dataDir, DEMO: '0', ...settings })
      servers.push(server)
      return server
    },
  }
}

/** Status with which a server answers a GET request. */
export const statusOf = async (address: string, route: string): Promise<number> => (await fetch(address + route)).status
