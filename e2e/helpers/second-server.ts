import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startServer } from '../../apps/server/src/testing/server-process.ts'

/** Runs another server with these settings and its own demo practice until the callback ends. */
export async function withSecondServer(settings: Record<string, string>, use: (address: string) => Promise<void>) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chisholm-e2e-second-'))
  const server = startServer({ DATA_DIR: dataDir, DEMO: '1', ...settings })
  try {
    const address = await server.listening
    if (!address) throw new Error(`The server did not start: ${server.stderr}`)
    await use(address)
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
