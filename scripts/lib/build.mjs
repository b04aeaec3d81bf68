import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fingerprint, readNote } from './fingerprint.mjs'
import { exitUnprepared, isCheckout, root, runQuietly } from './processes.mjs'

const dist = path.join(root, 'apps/web/dist')
const note = path.join(dist, '.chisholm-build')

const currentFingerprint = () => fingerprint('apps/web', 'packages/domain/src', 'package-lock.json')
const isBuilt = () => existsSync(path.join(dist, 'index.html')) && readNote(note) === currentFingerprint()

/** Exits if the built web app is outdated and cannot be built here. */
export function requireBuilt() {
  if (isCheckout && !isBuilt()) exitUnprepared('The built web app is not that')
}

/** Builds the web app unless it is up to date. */
export function build() {
  if (isBuilt()) return
  console.error('Building the web app …')
  runQuietly('npm', ['run', 'build', '--workspace', '@chisholm/web'])
  writeFileSync(note, currentFingerprint())
}
