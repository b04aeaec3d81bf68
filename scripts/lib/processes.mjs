import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** In an image, or for a service that may write nothing here: no install, no build, and its own Node.js. */
export const isPrebuilt = process.env.CHISHOLM_PREBUILT === '1'

/** An image is made whole and has no sources; a checkout may have been moved to another version since it was prepared. */
export const isCheckout = existsSync(path.join(root, 'package-lock.json'))

/** Ends this process: new code with packages or a web app of before would fail later, and unnoticed. */
export function exitUnprepared(/** @type {string} */ what) {
  console.error(`${what} of this version: run node scripts/chisholm.mjs prepare in ${root}, then start again.`)
  process.exit(1)
}
export const bin = (/** @type {string} */ name) =>
  isPrebuilt && name === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', name)

/**
 * Memory is given back early: half the room Node.js would take for what is new, collecting once the heap has grown by two
 * fifths and not fourfold. MEMORY=fast leaves both to Node.js.
 */
const smallMemory = ['--max-semi-space-size=8', '--heap-growing-percent=40']

/** What the server is started with, the means to tidy up once it has started included. */
export const serverFlags = [...(process.env.MEMORY?.trim() === 'fast' ? [] : smallMemory), '--expose-gc']

/**
 * What the server runs with. Node.js keeps our TypeScript as it runs it, so that a second start need not strip the types
 * again; and memory that pictures needed for a moment goes back to the machine.
 */
export const serverEnvironment = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || path.join(root, 'node_modules/.cache/node'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
}

/** The environment in which `node` is the pinned one. */
export function environment(more = {}) {
  return {
    ...process.env,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    ...more,
  }
}

/** Runs a command to its end with its output shown; ends this process with its code when it fails. */
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

/** Runs a command quietly; shows what it said only when it fails, and ends this process then. */
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
 * Runs commands side by side until the first ends, then ends the others. Signals go to all of them.
 * The code of the first is this process's code.
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
 * Runs a command beside another.
 * @param quiet  what it says comes out once it has ended, not between the words of the other
 * @returns whether it went well
 */
export function runInBackground(/** @type {string} */ command, /** @type {string[]} */ args, quiet = false) {
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', output, output], env: environment() })
    /** @type {Buffer[]} */
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
    child.on('error', (error) => said.push(Buffer.from(error.message)))
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(said))
      resolve(status === 0)
    })
  })
}
