import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { install } from './lib/install.mjs'
import { bin, environment, root } from './lib/run.mjs'

install()
const workspaces = ['packages/domain', 'apps/server', 'apps/web', 'e2e', 'bench'].filter((folder) =>
  existsSync(path.join(root, folder, 'tsconfig.json')),
)
const checks = [
  ...workspaces.map((folder) => ['tsc', '--noEmit', '-p', folder]),
  ['oxlint', '--quiet'],
  ['biome', 'format', '.'],
  ['knip', '--no-progress'],
  ['node', 'scripts/imports.mjs'],
  ['node', 'scripts/transactions.mjs'],
  ['node', 'scripts/api-types.mjs', '--check'],
  ['node', 'scripts/database-types.mjs', '--check'],
  ['node', 'scripts/lint-deploy.mjs'],
]

/** Every check runs, so that one round shows everything there is to mend. */
const failed = checks.filter(([name, ...args]) => {
  const { status, stdout, stderr } = spawnSync(bin(name), args, {
    cwd: root,
    encoding: 'utf8',
    env: environment(),
    maxBuffer: 1e8,
  })
  const ok = status === 0
  console.log(`${ok ? '✓' : '✗'} ${name} ${args.join(' ')}`)
  if (!ok) process.stdout.write(`${stdout ?? ''}${stderr ?? ''}`)
  return !ok
})
if (failed.length > 0) process.exit(1)
