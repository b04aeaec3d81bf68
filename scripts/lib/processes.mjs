import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/**
 * Whether this is a container image or an installation that cannot be written to. It has its own Node.js, and nothing
 * is installed or built.
 */
export const isPrebuilt = process.env.CHISHOLM_PREBUILT === '1'

/** Whether this is a checkout, whose version may have changed since it was prepared. An image has no lock file. */
export const isCheckout = existsSync(path.join(root, 'package-lock.json'))

/** Exits, because new code with old packages would fail later. */
export function exitUnprepared(/** @type {string} */ what) {
  console.error(`${what} of this version: run node scripts/chisholm.mjs prepare in ${root}, then start again.`)
  process.exit(1)
}
export const bin = (/** @type {string} */ name) =>
  isPrebuilt && name === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', name)

/** These flags reduce memory by a smaller young generation and earlier garbage collection. */
const smallMemory = ['--max-semi-space-size=8', '--heap-growing-percent=40']

/** The default of `WORKERS`: one core is left to the database. */
export const defaultWorkers = () => Math.min(4, Math.max(1, os.availableParallelism() - 1))

/** Memory for each server process from which the default is `fast`. A busy one takes up to 700 MB then. */
const enoughMemory = 2 * 1024 ** 3

/** `MEMORY`, or else what suits the memory of this machine or the limit of this container. */
function memoryMode() {
  const set = process.env.MEMORY?.trim()
  if (set) return set
  // without a limit it is 0 or larger than any machine
  const limit = process.constrainedMemory() || Infinity
  return defaultMemoryMode(Math.min(os.totalmem(), limit), Number(process.env.WORKERS) || defaultWorkers())
}

/** The default of `MEMORY` for this many bytes, which all workers share. */
export const defaultMemoryMode = (/** @type {number} */ bytes, /** @type {number} */ workers) =>
  bytes / workers < enoughMemory ? 'small' : 'fast'

/** Flags of the server. `gc` is called after the start. */
export const serverFlags = [...(memoryMode() === 'fast' ? [] : smallMemory), '--expose-gc']

/**
 * Environment of the server: a compile cache for faster starts, and malloc settings that return the memory of images to
 * the system.
 */
export const serverEnvironment = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || path.join(root, 'node_modules/.cache/node'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
}

/** The environment, with the pinned Node.js first in PATH. */
export function environment(more = {}) {
  return {
    ...process.env,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    ...more,
  }
}

/** Runs a command and shows its output. Exits with its code if it fails. */
export function run(/** @type {string} */ command, /** @type {string[]} */ args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
    ...options,
  })
  if (status === 0) return
  console.error(
    `${[path.basename(command), ...args].join(' ')} failed${error ? `: ${error.message}` : signal ? ` (${signal})` : ''}.`,
  )
  process.exit(status || 1)
}

/** Runs a command. If it fails, prints its output and exits. */
export function runQuietly(/** @type {string} */ command, /** @type {string[]} */ args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: environment(),
    ...options,
  })
  if (status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  console.error(`${[path.basename(command), ...args].join(' ')} failed${error ? `: ${error.message}` : ''}.`)
  process.exit(status || 1)
}

/**
 * Runs commands in parallel until the first exits, then stops the others and exits with the code of the first. Signals
 * are forwarded.
 */
export function runTogether(/** @type {[string, string[], object?][]} */ commands) {
  const children = commands.map(([command, args, options = {}]) =>
    spawn(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options }),
  )
  /** @type {number | undefined} */
  let code
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      for (const child of children) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  for (const child of children) {
    child.on('error', (error) => console.error(error.message))
    child.on('close', (status, signal) => {
      code ??= status ?? (signal === 'SIGINT' ? 130 : 1)
      process.exitCode = code
      for (const other of children) if (other.exitCode === null && other !== child) other.kill('SIGTERM')
    })
  }
}

/**
 * Runs a command in the background.
 * @param quiet  does not show its output
 * @returns whether it succeeded, and its output
 */
export function runInBackground(/** @type {string} */ command, /** @type {string[]} */ args, quiet = false) {
  return new Promise((/** @type {(result: { passed: boolean, output: Buffer }) => void} */ resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
    /** @type {Buffer[]} */
    const chunks = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        chunks.push(chunk)
        if (!quiet) process.stdout.write(chunk)
      })
    child.on('error', (error) => chunks.push(Buffer.from(error.message)))
    child.on('close', (status) => resolve({ passed: status === 0, output: Buffer.concat(chunks) }))
  })
}
