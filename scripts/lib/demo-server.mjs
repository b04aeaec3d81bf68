import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { bin, environment, root } from './processes.mjs'

/** @returns a free port of the loopback address */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}

/**
 * Starts a server with demo data on a temporary database.
 * @returns its URL, and `stop`
 */
export async function startDemoServer() {
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chisholm-demo-'))
  const settings = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn' }
  const child = spawn(bin('node'), ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment(settings),
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const address = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const deadline = Date.now() + 60_000
  for (;;) {
    const ready = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return { address, stop }
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('The demo server did not start.')
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
