import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { generateOpenApi } from './generate-openapi.ts'
import { version } from './version.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const textOf = (name: string) => readFileSync(path.join(root, name), 'utf8')

test('there is one version: of the package, the lock file, the images of deploy/ and of the guide, and the API', async () => {
  const files = readdirSync(path.join(root, 'deploy'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$|Dockerfile$/.test(name))
    .map((name) => `deploy/${name}`)
  const named = [...files, 'docs/operations.md'].flatMap((name) =>
    [...textOf(name).matchAll(/\bchisholm(?::|-[a-z-]+-)(\d+[.-]\d+[.-]\d+)|newTag: (\S+)/g)].map(
      ([, image = '', tag = image]) => tag.replaceAll('-', '.'),
    ),
  )
  expect(named.length).toBeGreaterThan(4)
  const lock = JSON.parse(textOf('package-lock.json')) as { version: string; packages: { '': { version: string } } }
  // cast: an OpenAPI document has these fields
  const document = (await generateOpenApi()) as { info: { version: string } }
  expect(new Set([...named, lock.version, lock.packages[''].version, document.info.version])).toEqual(
    new Set([version()]),
  )
})
