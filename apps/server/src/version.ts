import { readFileSync } from 'node:fs'

/** @returns the version of this server, as its package says it */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
