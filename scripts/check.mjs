import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { install } from './lib/install.mjs'
import { bin, environment, root } from './lib/processes.mjs'

install()

/** The incremental results of tsc are in node_modules/.cache, so that the next run checks only what has changed. */
const types = (/** @type {string} */ folder) => {
  const found = path.join(root, 'node_modules/.cache/tsc', `${folder.replaceAll('/', '-')}.tsbuildinfo`)
  return ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', found, '-p', folder]
}
/** The slowest checks come first, so that all end at about the same time. */
const checks = [
  ['oxlint', '--quiet'],
  types('apps/server'),
  types('apps/web'),
  types('apps/web/service-worker'),
  ['node', 'scripts/api-types.mjs', '--check'],
  ['node', 'scripts/database-types.mjs', '--check'],
  ['knip', '--no-progress'],
  ['node', 'scripts/lint-deploy.mjs'],
  types('e2e'),
  types('bench'),
  types('scripts'),
  types('packages/domain'),
  ['biome', 'format', '.'],
  ['node', 'scripts/check-transactions.mjs'],
]

/**
 * Runs a check and prints its output only if it fails.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
function passes(name, args) {
  return new Promise((resolve) => {
    const began = performance.now()
    const child = spawn(bin(name), args, { cwd: root, env: environment() })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => output.push(Buffer.from(error.message)))
    child.on('close', (status) => {
      const ok = status === 0
      const shown = args.filter((arg) => !/^--(noEmit|incremental|tsBuildInfoFile)$|\.tsbuildinfo$/.test(arg))
      console.log(
        `${ok ? '✓' : '✗'} ${[name, ...shown].join(' ')} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
      )
      if (!ok) process.stdout.write(Buffer.concat(output))
      resolve(ok)
    })
  })
}

/** All checks run, even after a failure. */
let failed = false
const work = async () => {
  for (let next = checks.shift(); next; next = checks.shift()) {
    const [name = '', ...args] = next
    if (!(await passes(name, args))) failed = true
  }
}
await Promise.all(Array.from({ length: os.availableParallelism() }, work))
if (failed) process.exitCode = 1
