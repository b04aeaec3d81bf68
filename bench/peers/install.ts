import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fingerprint, readNote } from '../../scripts/lib/fingerprint.mjs'
import { run } from '../../scripts/lib/processes.mjs'

const lock = 'bench/peers/package-lock.json'
const note = path.join(import.meta.dirname, 'node_modules/.chisholm-install')

/** Installs the packages of package-lock.json, unless they are there. Those with native code contain it compiled. */
export function installPeers(): void {
  if (readNote(note) === fingerprint(lock)) return
  console.error('Installing PostGraphile and Directus (1.1 GB) …')
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: import.meta.dirname })
  writeFileSync(note, fingerprint(lock))
}
