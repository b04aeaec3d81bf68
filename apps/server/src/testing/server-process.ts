import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
// how `npm start` runs it
import { serverEnvironment, serverFlags } from '../../../../scripts/lib/processes.mjs'
import { providerSettings } from './practice-settings.ts'

/** A server in a process of its own, started as an operator starts it. */
export interface ServerProcess {
  child: ChildProcess
  /** What it wrote, until now. */
  stdout: string
  stderr: string
  /** Its address, once it listens; undefined when it ended without. */
  listening: Promise<string | undefined>
  /** Its exit code, once it ended; undefined after a signal. */
  ended: Promise<number | undefined>
}

const main = path.resolve(import.meta.dirname, '../main.ts')

/** Starts main.ts with these settings alone, on a free port unless they name one. */
export function startServer(settings: Record<string, string>, ...args: string[]): ServerProcess {
  const { PATH = '', TMPDIR = '/tmp' } = process.env
  const child = spawn(process.execPath, [...serverFlags, main, ...args], {
    env: {
      PATH,
      TMPDIR,
      PORT: '0',
      LOG_LEVEL: 'warn',
      WORKERS: '1',
      ...providerSettings,
      ...serverEnvironment,
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // cast: the event close gives the code, or null after a signal
  const ended = once(child, 'close').then(([code]) => (code as number | null) ?? undefined)
  let resolveListening: (address: string) => void = () => {}
  const listening = new Promise<string>((resolve) => (resolveListening = resolve))
  const server: ServerProcess = {
    child,
    stdout: '',
    stderr: '',
    listening: Promise.race([listening, ended.then(() => undefined)]),
    ended,
  }
  child.stdout.on('data', (chunk) => {
    server.stdout += String(chunk)
    const address = /listens on (http\S+)\s/.exec(server.stdout)?.[1]
    if (address) resolveListening(address)
  })
  child.stderr.on('data', (chunk) => {
    server.stderr += String(chunk)
  })
  return server
}
