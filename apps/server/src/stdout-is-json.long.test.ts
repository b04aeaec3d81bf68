import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { serverEnvironment, serverFlags } from '../../../scripts/lib/processes.mjs'
import { startServer } from './testing/server-process.ts'
import { waitFor } from './testing/wait-for.ts'

async function folder() {
  const made = await mkdtemp(path.join(os.tmpdir(), 'chisholm-output-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

test('without a terminal, standard output is JSON lines only', async () => {
  const server = startServer({ DATA_DIR: await folder(), LOG_LEVEL: 'info' })
  const address = await server.listening
  await fetch(`${address}/api/v1/sites`)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const lines = server.stdout.trimEnd().split('\n')
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(messages).toContain('request')
  expect(messages.some((text) => text.startsWith(`Chisholm listens on ${address} `))).toBe(true)
  expect(messages.some((text) => text.includes('superadmin@demo.example'))).toBe(true)
})

/** Part of util-linux: runs a command in its own terminal. */
const hasTerminals = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

test.runIf(hasTerminals)(
  'in a terminal the output is readable text',
  async () => {
    const main = path.join(import.meta.dirname, 'main.ts')
    const command = [process.execPath, ...serverFlags, main].join(' ')
    const settings = { DATA_DIR: await folder(), PORT: '0', ...serverEnvironment }
    const { PATH = '' } = process.env
    const terminal = spawn('script', ['--quiet', '--return', '--command', `exec ${command}`, '/dev/null'], {
      env: { PATH, TERM: 'xterm', SHELL: '/bin/sh', ...settings },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let shown = ''
    terminal.stdout.on('data', (chunk) => (shown += stripVTControlCharacters(String(chunk))))
    const address = await waitFor(
      () => {
        const found = /^Chisholm listens on (http\S+) /m.exec(shown)?.[1]
        if (!found) throw new Error(shown)
        return found
      },
      { timeout: 60_000, interval: 100 },
    )
    await fetch(`${address}/api/v1/sites`)
    await waitFor(() =>
      expect(shown).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: GET \/api\/v1\/sites 401 in [\d.]+ ms .*\r?$/m),
    )
    // Ctrl-C
    terminal.stdin.write('\u0003')
    await once(terminal, 'close')
    expect(shown).toMatch(/^ {2}vet@demo\.example +Veterinarian/m)
    expect(shown).not.toMatch(/^\{/m)
  },
  90_000,
)
