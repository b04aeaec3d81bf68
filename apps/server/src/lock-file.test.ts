import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

interface LockedPackage {
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const file = path.resolve(import.meta.dirname, '../../../package-lock.json')
// cast: npm writes this format
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }

/** Where npm looks for what a package in a folder needs. */
function foldersOf(folder: string, name: string): string[] {
  const parents = folder
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
  return ['', ...parents].map((parent) => path.posix.join(parent, 'node_modules', name))
}

test('npm ci installs on every platform: the lock file has the packages of all of them, and names no registry', () => {
  const missing = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !foldersOf(folder, name).some((where) => where in packages),
    ),
  )
  expect(missing).toEqual([])
  expect(Object.keys(packages)).toEqual(
    expect.arrayContaining(
      ['darwin-arm64', 'win32-x64', 'linux-x64'].map((name) => `node_modules/@biomejs/cli-${name}`),
    ),
  )
  const addresses = Object.values(packages).flatMap(({ resolved = '' }) => (resolved.includes(':') ? [resolved] : []))
  expect(addresses).toEqual([])
})
