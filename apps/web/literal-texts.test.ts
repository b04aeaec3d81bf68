import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const copy = mkdtempSync(path.join(os.tmpdir(), 'chisholm-literal-texts-'))
const feature = path.join(copy, 'apps/web/src/features/planted')
cpSync(path.join(root, 'oxlint.config.ts'), path.join(copy, 'oxlint.config.ts'))
cpSync(path.join(root, 'scripts/lib'), path.join(copy, 'scripts/lib'), { recursive: true })
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
mkdirSync(feature, { recursive: true })
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/**
 * Lints a file of the web app in a copy of the configuration.
 * @returns what the rule finds
 */
async function lint(source: string, file = 'page.tsx'): Promise<string[]> {
  writeFileSync(path.join(feature, file), source)
  const oxlint = path.join(root, 'node_modules/.bin/oxlint')
  const { stdout } = await promisify(execFile)(oxlint, ['--quiet', '--format', 'unix', path.join(feature, file)], {
    cwd: copy,
  }).catch((failure: { stdout: string }) => failure)
  return stdout.split('\n').filter((line) => line.includes('no-literal-text'))
}

test.each([
  ['a text between tags', '<p>Nothing found.</p>'],
  ['a text in an attribute', '<button aria-label="close" />'],
  ['a text in a condition', "<p>{open ? 'Hide' : texts.show}</p>"],
  ['a template', '<h1>{`Photos of ${name}`}</h1>'],
  ['a question', "<i onClick={() => ask({ title: 'Delete it?' })} />"],
  ['a toast', "<i onClick={() => toast.success('saved')} />"],
  ['a label in a list', "<dl>{[['Created', day]]}</dl>"],
])('%s in a component of the web app fails the check', async (_, element) => {
  expect(await lint(`export const Page = ({ open, texts, name, ask, toast, day }) => ${element}\n`)).toHaveLength(1)
})

test('texts from a text module, values and class names pass', async () => {
  const source = `export const Page = ({ texts, status }) => (
  <p className="big card">{status === 'Completed' ? texts.done : texts.view('1') + ' · '}</p>
)\n`
  expect(await lint(source)).toEqual([])
  expect(await lint("export const plantedTexts = { title: 'Planted' }\n", 'planted-texts.ts')).toEqual([])
})
