import { readFileSync } from 'node:fs'

/** @returns the version of Chisholm from the top-level package.json, its only source */
export function version(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
