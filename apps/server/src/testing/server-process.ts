import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
// the same settings as `npm start`
import { serverEnvironment, serverFlags } from '../../../../scripts/lib/processes.mjs'
import { providerSettings } from './practice-settings.ts'

/** A server in its own process, started as an operator does. */
export interface ServerProcess {
  child: ChildProcess
  /** Output so far. */
  stdout: string
  stderr: string
  /** Resolves to its URL when it listens; undefined if it exited. */
  listening: Promise<string | undefined>
  /** Resolves to its exit code; undefined after a signal. */
  ended: Promise<number | undefined>
}

const main = path.resolve(import.meta.dirname, '../main.ts')

/** Starts main.ts with only these settings, on a free port by default. */
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
  // cast: the event `close` passes the code, or null after a signal
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
