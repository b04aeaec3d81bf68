import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, 'docs', file), 'utf8')
const requirements = read('security-requirements.md')

/** Section and numbers of each requirement of levels 1 and 2 of OWASP ASVS 5.0.0. */
const levels1And2 = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1 17.2:1-4 17.3:1-2`

const numbers = levels1And2
  .split(/\s+/)
  .filter(Boolean)
  .flatMap((section) => {
    const [name, ranges = ''] = section.split(':')
    return ranges.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => `V${name}.${first + index}`)
    })
  })

const rows = [...requirements.matchAll(/^\| (V[\d.]+) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, number = '', , state = '', where = '']) => ({ number, state, where }),
)

test('each requirement of levels 1 and 2 has one row, in its order', () => {
  expect(numbers).toHaveLength(253)
  expect(rows.map(({ number }) => number)).toEqual(numbers)
})

test('each requirement has one of four states, with correct totals', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length
  const [met, part, not, none] = ['met', 'met in part', 'not met', 'does not apply'].map(count)
  expect(requirements).toContain(`Met ${met}, in part ${part}, not met ${not}, does not apply ${none}.`)
  expect(Number(met) + Number(part) + Number(not) + Number(none)).toBe(numbers.length)
})

const skipped = ['node_modules', 'dist', 'data', 'artefacts', '.git']
const files = globSync('**', { cwd: root, exclude: (name) => skipped.includes(path.basename(name)) }).map(
  (file) => `/${file.replaceAll(path.sep, '/')}`,
)
const hidden = globSync('.*/**', { cwd: root, exclude: (name) => skipped.includes(path.basename(name)) })
const known = [...files, ...hidden.map((file) => `/${file}`), '/.dockerignore', '/.npmrc']

test.each(['security.md', 'security-requirements.md', 'security-design.md'])(
  'every file that %s names is there',
  (document) => {
    const text = read(document)
    const named = [...text.matchAll(/`([\w.][\w./-]*\.(?:tsx?|mjs|sql|md|ya?ml|json|typ|service|timer))`/g)].map(
      ([, name = '']) => name,
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !known.some((file) => file.endsWith(`/${name}`)))).toEqual([])
  },
)

test('every linked chapter exists', () => {
  const headings = [...read('security-design.md').matchAll(/^## (.+)$/gm)].map(
    ([, heading = '']) => `security-design.md#${heading.toLowerCase().replaceAll(' ', '-')}`,
  )
  const links = [...requirements.matchAll(/\((security-design\.md#[\w-]+)\)/g)].map(([, to = '']) => to)
  expect(links.filter((to) => !headings.includes(to))).toEqual([])
  expect(links.length).toBeGreaterThan(10)
})
