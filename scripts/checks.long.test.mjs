// Verifies that `npm run check` finds every kind of mistake. A copy of the sources gets all of them. Each tool runs
// over the copy once and must report nothing else.
import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, environment, root } from './lib/processes.mjs'

const copy = mkdtempSync(path.join(os.tmpdir(), 'chisholm-checks-'))
const server = 'apps/server/src'
const web = 'apps/web/src'
const domain = 'packages/domain/src'

/** The content of the files with mistakes. Several mistakes in one file are distinguished by their messages. */
const planted = {
  [`${server}/features/planted/planted.ts`]: `
    import { readFile } from 'node:fs/promises'
    import { db } from '../auth/sessions.ts'
    import { serve } from '../../serve.ts'
    readFile('floating')
    ;[1].forEach(async () => { await readFile('misused') })
    export const text = String(1) as string
    export const unexplained = JSON as unknown as Map<string, string>
    export const secret = process.env['SECRET_KEY']
    export const { selectFrom } = db
    export const rows = db.selectFrom('users').selectAll()
    export { serve }`,
  [`${server}/features/planted/planted.queries.ts`]: `
    import type { SiteId } from '../../database/ids.ts'
    type Reader = { ids: string[] | null }
    export const plantedBySites = (sites: SiteId[] | null) => sites
    export async function plantedByReader({ ids }: Reader) { return ids }`,
  [`${server}/http/planted.ts`]: `export * from '../features/auth/index.ts'\nexport * from '../../../web/src/theme.ts'`,
  [`${server}/planted-first.ts`]: `import { second } from './planted-second.ts'\nexport const first = () => second`,
  [`${server}/planted-second.ts`]: `import { first } from './planted-first.ts'\nexport const second = () => first`,
  [`${server}/planted.test.ts`]: `
    import { expect, test } from 'vitest'
    test.only('runs alone', () => expect(1).toBe(1))
    test('expects nothing', () => {})`,
  [`${server}/planted-transaction.ts`]: `export const begin = (db: any) => db.transaction()`,
  [`${web}/features/planted/planted.tsx`]: `
    import { Link } from '@tanstack/react-router'
    import { photosQuery } from '../photos/queries.ts'
    import { router } from '../../routes.tsx'
    export const Planted = () => <Link to="/nowhere">{String(photosQuery)}{String(router)}</Link>`,
  [`${web}/ui/planted.ts`]: `export * from '../features/photos/index.ts'\nexport * from '../../../server/src/settings.ts'`,
  [`${web}/planted.ts`]: `export * from './features/photos/queries.ts'`,
  [`${domain}/planted.ts`]: `
    import { readFileSync } from 'node:fs'
    export const host = () => process.title + readFileSync('x')
    export * from '../../../apps/server/src/settings.ts'`,
  'e2e/planted.e2e.ts': `
    import { test } from '@playwright/test'
    test.describe.only('runs alone', () => { test('does nothing', async () => {}) })`,
  'scripts/planted.mjs': `export const length = (1).length`,
  'scripts/planted-format.mjs': `export   const spaces = 1`,
}

/** Unused exports, which are added to modules that are otherwise used. */
const deadExports = {
  [`${domain}/rfid.ts`]: 'deadInDomain',
  'e2e/helpers/read-pdf.ts': 'deadInE2e',
  'bench/measure.ts': 'deadInBench',
}

/** Links the packages of this repository into the copy, except the workspaces, which the copy has itself. */
function linkPackages(/** @type {string} */ from, /** @type {string} */ to) {
  mkdirSync(to)
  for (const name of readdirSync(from).filter((entry) => entry !== '.cache')) {
    const isScope = name.startsWith('@')
    if (name === '@chisholm')
      cpSync(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true })
    else if (isScope) linkPackages(path.join(from, name), path.join(to, name))
    else symlinkSync(path.join(from, name), path.join(to, name))
  }
}

function plant() {
  const left = /(^|\/)(node_modules|dist|data|artefacts|test-results|screenshots|\.git|\.cache)$/
  cpSync(root, copy, { recursive: true, filter: (file) => !left.test(path.relative(root, file)) })
  for (const folder of ['', 'apps/server', 'apps/web', 'e2e', 'packages/domain']) {
    const packages = path.join(root, folder, 'node_modules')
    if (readdirSync(path.join(root, folder)).includes('node_modules'))
      linkPackages(packages, path.join(copy, folder, 'node_modules'))
  }
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    writeFileSync(path.join(copy, file), `${text.trim().replaceAll(/^ {4}/gm, '')}\n`)
  }
  for (const [file, name] of Object.entries(deadExports))
    appendFileSync(path.join(copy, file), `\nexport const ${name} = 1\n`)
}

/**
 * Runs a tool in the copy; resolves to its messages, one per line.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<string[]>}
 */
const run = (name, args) =>
  new Promise((resolve) => {
    const options = { cwd: copy, env: environment({ NO_COLOR: '1' }), maxBuffer: 1e8 }
    execFile(bin(name), args, options, (_error, stdout, stderr) => {
      resolve(name === 'oxlint' ? diagnosticsIn(stdout) : `${stdout}${stderr}`.split('\n'))
    })
  })

/** @param {string} json */
const diagnosticsIn = (json) =>
  JSON.parse(json).diagnostics.map(
    (/** @type {Record<string, any>} */ { filename, labels, code, message, help }) =>
      `${filename}(${labels[0]?.span.line}): ${code} ${message} ${help}`,
  )

/** @type {Record<string, string[]>} */
const output = {}

beforeAll(async () => {
  plant()
  const runs = [
    ['lint', 'oxlint', '--quiet', '-f', 'json'],
    ['web', 'tsc', '--noEmit', '-p', 'apps/web'],
    ['scripts', 'tsc', '--noEmit', '-p', 'scripts'],
    ['knip', 'knip', '--no-progress', '--reporter', 'compact'],
    ['format', 'biome', 'format', 'scripts', 'apps/server/src/http'],
    ['transactions', 'node', 'scripts/check-transactions.mjs'],
  ]
  const work = async () => {
    for (let next = runs.shift(); next; next = runs.shift()) {
      const [key = '', name = '', ...args] = next
      output[key] = await run(name, args)
    }
  }
  await Promise.all([work(), work()])
})
afterAll(() => rmSync(copy, { recursive: true }))

const useCase = `${server}/features/planted/planted.ts`
test.each([
  ['a promise nobody waits for', 'lint', useCase, 'no-floating-promises'],
  ['a promise where none is expected', 'lint', useCase, 'no-misused-promises'],
  ['a cast that changes nothing', 'lint', useCase, 'no-unnecessary-type-assertion'],
  ['a cast that does not say why', 'lint', useCase, 'explained-casts'],
  ['an environment variable read outside the settings', 'lint', useCase, 'no-process-env'],
  ['SQL outside *.queries.ts', 'lint', useCase, 'sql-in-queries'],
  [
    'a query of any list of sites',
    'lint',
    useCase.replace('.ts', '.queries.ts'),
    'plantedBySites takes a list of sites',
  ],
  ['a query of any reader', 'lint', useCase.replace('.ts', '.queries.ts'), 'plantedByReader takes a list of sites'],
  ['a feature of the server reached past its index', 'lint', useCase, 'A feature is imported by its index.ts only'],
  ['a feature that imports the app', 'lint', useCase, 'The app assembles features'],
  ['an adapter that imports a feature', 'lint', `${server}/http/planted.ts`, 'Only what assembles the server'],
  ['a server that imports the web app', 'lint', `${server}/http/planted.ts`, 'The server serves the built web app'],
  ['modules that import each other', 'lint', `${server}/planted-first.ts`, 'no-cycle'],
  ['a test that runs alone', 'lint', `${server}/planted.test.ts`, 'no-focused-tests'],
  ['a test that expects nothing', 'lint', `${server}/planted.test.ts`, 'expect-expect'],
  ['a browser test that runs alone', 'lint', 'e2e/planted.e2e.ts', 'runs alone hides all others'],
  ['an empty browser test', 'lint', 'e2e/planted.e2e.ts', 'without a statement'],
  [
    'a feature of the web app reached past its index',
    'lint',
    `${web}/features/planted/planted.tsx`,
    'by its index.ts only',
  ],
  ['a feature reached past its index from outside', 'lint', `${web}/planted.ts`, 'by its index.ts only'],
  ['a page that imports the routes', 'lint', `${web}/features/planted/planted.tsx`, 'Pages do not know the layout'],
  ['a component that imports a feature', 'lint', `${web}/ui/planted.ts`, 'know nothing of the product'],
  ['a web app that imports the server', 'lint', `${web}/ui/planted.ts`, 'over HTTP only'],
  ['a domain that imports Node.js or the server', 'lint', `${domain}/planted.ts`, 'The domain knows neither side'],
  ['a global of Node.js in the domain', 'lint', `${domain}/planted.ts`, 'no-restricted-globals'],
  ['a link to a route that does not exist', 'web', `${web}/features/planted/planted.tsx`, '"/nowhere"'],
  ['a type error in a script', 'scripts', 'scripts/planted.mjs', "Property 'length' does not exist"],
  ['an export of the domain nobody imports', 'knip', `${domain}/rfid.ts`, 'deadInDomain'],
  ['an export of the browser tests nobody imports', 'knip', 'e2e/helpers/read-pdf.ts', 'deadInE2e'],
  ['an export of the bench nobody imports', 'knip', 'bench/measure.ts', 'deadInBench'],
  ['a file nobody imports', 'knip', `${web}/planted.ts`, ''],
  ['another format', 'format', 'scripts/planted-format.mjs', 'format'],
  ['a transaction begun outside inTransaction', 'transactions', 'planted-transaction.ts', 'begins a transaction'],
])('%s is refused', (_name, tool, file, text) => {
  const about = output[tool]?.filter((line) => line.includes(file)) ?? []
  expect(about.join('\n')).toContain(text || file)
})

test('what is not planted is not reported', () => {
  const files = [...Object.keys(planted), ...Object.keys(deadExports)]
  const others = ['lint', 'web', 'scripts']
    .flatMap((tool) => output[tool] ?? [])
    .filter((line) => /^[\w./-]+\(\d/.test(line) && !files.some((file) => line.startsWith(file)))
  expect(others).toEqual([])
})
