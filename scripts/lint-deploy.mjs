// Validates every file of deploy/ with the tool for its kind. A system tool that is missing is named and skipped.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { install } from './lib/install.mjs'
import { validateManifests, writeTypedManifests } from './lib/kubernetes-manifests.mjs'
import { bin, environment, root } from './lib/processes.mjs'

install()
const deploy = path.join(root, 'deploy')
let failed = false

function report(/** @type {string} */ name, faults = [`${name} is missing: run npm install.`]) {
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${name}`)
  for (const fault of faults) console.log(`  ${fault}`)
  failed ||= faults.length > 0
}

/**
 * @param isSilent  the command prints nothing on success, and does not fail on errors
 * @returns the output of a failed command; nothing on success; undefined if the tool is not installed
 */
function runTool(/** @type {string} */ command, /** @type {string[]} */ args, { more = {}, isSilent = false } = {}) {
  const env = environment(more)
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', env })
  if (error && 'code' in error && error.code === 'ENOENT') return undefined
  const output = `${stdout}${stderr}`.trim()
  return status === 0 && !(isSilent && output) ? [] : [output]
}

/** Reports the result of a system tool. A missing tool is not an error. */
function reportIfAvailable(/** @type {string} */ name, /** @type {string[] | undefined} */ faults) {
  if (faults === undefined) console.log(`– ${name}: not run, this machine does not have it`)
  else report(name, faults)
}

report(
  'dclint compose.yaml',
  runTool(bin('dclint'), ['--config', 'deploy/.dclintrc.json', '--max-warnings', '0', 'deploy/compose.yaml']),
)
report('every variable of compose.yaml is in .env.example, without a value', checkEnvExample())
report('dockerfile-utils Dockerfile', runTool(bin('dockerfile-utils'), ['lint', 'deploy/Dockerfile']))
report('the values of the Kubernetes manifests', await validateManifests())
report('the fields of the Kubernetes manifests', runTool(bin('tsc'), compileArguments()))
reportIfAvailable('kubectl kustomize', runTool('kubectl', ['kustomize', 'deploy/kubernetes']))
reportIfAvailable('systemd-analyze verify', checkSystemdUnits())
reportIfAvailable(
  'caddy validate',
  runTool('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'], {
    more: { CHISHOLM_HOST: 'pm.example' },
  }),
)
if (failed) process.exit(1)

function compileArguments() {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
  return ['--ignoreConfig', ...options, writeTypedManifests()]
}

function checkEnvExample() {
  const compose = readFileSync(path.join(deploy, 'compose.yaml'), 'utf8')
  const used = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  const lines = readFileSync(path.join(deploy, '.env.example'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
  const defined = new Map([...lines].map(([, name, value]) => [name, value]))
  return [
    ...[...used].filter((name) => !defined.has(name)).map((name) => `${name} is not in .env.example.`),
    ...[...defined].filter(([, value]) => value !== '').map(([name]) => `${name} has a value in .env.example.`),
    ...[...defined.keys()].filter((name) => !used.has(name)).map((name) => `compose.yaml does not use ${name}.`),
  ]
}

/** The units refer to a path of the installation that does not exist here, so another program takes its place. */
function checkSystemdUnits() {
  const tempFolder = mkdtempSync(path.join(os.tmpdir(), 'chisholm-units-'))
  try {
    cpSync(path.join(deploy, 'systemd'), tempFolder, { recursive: true })
    const names = readdirSync(tempFolder).filter((name) => /\.(service|timer)$/.test(name))
    const units = names.map((name) => path.join(tempFolder, name))
    for (const unit of units) {
      const text = readFileSync(unit, 'utf8')
      writeFileSync(unit, text.replaceAll(/^ExecStart=\/opt\/chisholm\/\S+/gm, `ExecStart=${process.execPath}`))
    }
    return runTool('systemd-analyze', ['verify', ...units], { isSilent: true })
  } finally {
    rmSync(tempFolder, { recursive: true })
  }
}
