import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fingerprint, noted } from './fingerprint.mjs'
import { isPrebuilt, root, runQuietly } from './run.mjs'

const dist = path.join(root, 'apps/web/dist')
const note = path.join(dist, '.chisholm-build')

/** Builds the web app, unless the built one is of these very sources. */
export function build() {
  if (isPrebuilt) return
  const wanted = fingerprint('apps/web', 'packages/domain/src', 'package-lock.json')
  if (existsSync(path.join(dist, 'index.html')) && noted(note) === wanted) return
  console.error('Building the web app …')
  runQuietly('npm', ['run', 'build', '--workspace', '@chisholm/web'])
  writeFileSync(note, wanted)
}
