import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './processes.mjs'

const skipped = new Set(['node_modules', 'dist', '.vite', 'tsconfig.tsbuildinfo'])

/** @returns a hash of the names and contents of files and folders, whose paths are relative to the repository */
export function fingerprint(/** @type {string[]} */ ...paths) {
  const hash = createHash('sha256')
  const add = (/** @type {string} */ relative) => {
    const full = path.join(root, relative)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) if (!skipped.has(name)) add(path.posix.join(relative, name))
      return
    }
    hash.update(`${relative}\0`).update(readFileSync(full)).update('\0')
  }
  for (const one of paths) add(one)
  return hash.digest('hex')
}

/** @returns the content of a file, or undefined if it does not exist */
export function readNote(/** @type {string} */ file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
