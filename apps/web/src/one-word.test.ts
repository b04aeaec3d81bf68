import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const files = globSync(['apps/web/src/**/*texts.ts', 'packages/domain/src/{texts,audit-fields}.ts'], { cwd: root })

test.each<[string, RegExp]>([
  ['Phone', /\btelephone\b/i],
  // in a sentence it is an e-mail, as the specification writes it
  ['Email, as a label', /['"`]E-mail['"`]/],
  ['Edit, where it opens a form', /\b(?:edit\w*|change): .*['"`]Change\b(?! it in)/],
])('one thing has one word: %s', (_, other) => {
  expect(files.length).toBeGreaterThan(50)
  const lines = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => other.test(line) && !/^\s*(\*|\/\/)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(lines).toEqual([])
})
