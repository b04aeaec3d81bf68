import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const repository = path.resolve(import.meta.dirname, '../../../..')
let checkout: string
const at = (...names: string[]) => path.join(checkout, ...names)

/** Runs a checkout like a service that has no write access. */
function call(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [at('scripts/chisholm.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], CHISHOLM_PREBUILT: '1', DATA_DIR: at('data'), PORT: 'none' },
  })
  return { status, stdout, stderr: stderr.trimEnd() }
}

/** Records the state of packages and web app like `prepare`. */
async function note(): Promise<void> {
  const script = `const { fingerprint } = await import(${JSON.stringify(at('scripts/lib/fingerprint.mjs'))})
    console.log(fingerprint('package-lock.json'), fingerprint('apps/web', 'packages/domain/src', 'package-lock.json'))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  const [packages = '', web = ''] = stdout.trim().split(' ')
  await writeFile(at('node_modules/.chisholm-install'), packages)
  await writeFile(at('apps/web/dist/.chisholm-build'), web)
}

beforeAll(async () => {
  checkout = await mkdtemp(path.join(os.tmpdir(), 'chisholm-checkout-'))
  for (const name of [
    'scripts/chisholm.mjs',
    'scripts/lib',
    'package.json',
    'package-lock.json',
    'packages/domain/src',
  ])
    await cp(path.join(repository, name), at(name), { recursive: true })
  await mkdir(at('apps/web/src'), { recursive: true })
  await mkdir(at('apps/web/dist'), { recursive: true })
  await mkdir(at('apps/server'), { recursive: true })
  await symlink(path.join(repository, 'apps/server/src'), at('apps/server/src'))
  await mkdir(at('node_modules'))
  await writeFile(at('node_modules/.package-lock.json'), '{}')
  await writeFile(at('apps/web/dist/index.html'), '')
  await writeFile(at('apps/web/src/app.ts'), 'export {}\n')
})

afterAll(() => rm(checkout, { recursive: true }))

test('outdated packages or an outdated web app prevent the start, with instructions', { tags: 'long' }, async () => {
  const how = `run node scripts/chisholm.mjs prepare in ${checkout}, then start again.`
  expect(call('check')).toEqual({
    status: 1,
    stdout: '',
    stderr: `The packages in node_modules are not those of this version: ${how}`,
  })
  await note()
  // Once prepared, it starts far enough to validate its settings.
  expect(call('start').stderr).toMatch(/^PORT must be a whole number/)

  await writeFile(at('apps/web/src/app.ts'), 'export const next = true\n')
  expect(call('start')).toMatchObject({ status: 1, stderr: `The built web app is not that of this version: ${how}` })
  expect(call('check').stderr).not.toContain('prepare')
  await note()
  const lock = await readFile(at('package-lock.json'), 'utf8')
  await writeFile(at('package-lock.json'), lock.replace('"version"', '"version" '))
  expect(call('start').stderr).toMatch(/^The packages in node_modules are not/)

  // An image has no sources with which to compare.
  await rm(at('package-lock.json'))
  expect(call('start').stderr).toMatch(/^PORT must be a whole number/)
})
