import { readFileSync } from 'node:fs'

/** @returns the version of Chisholm, which package.json at the top says alone */
export function version(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
