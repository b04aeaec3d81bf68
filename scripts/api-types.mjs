// Generates the web app's API types from the OpenAPI document; with --check, only verifies that they are up to date.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateOpenApi } from '../apps/server/src/generate-openapi.ts'
import { bin, root } from './lib/processes.mjs'
import { generateApiTypes } from './lib/generate-api-types.mjs'

const file = 'apps/web/src/api/api-types.ts'
const head = '// Made by `npm run api-types` from the document of the API: change the routes, not this file.\n\n'
const { status, stdout, stderr } = spawnSync(bin('biome'), ['format', '--stdin-file-path', file], {
  cwd: root,
  encoding: 'utf8',
  input: head + generateApiTypes(await generateOpenApi(), '/api/v1'),
})
if (status !== 0) throw new Error(stderr)
if (!process.argv.includes('--check')) writeFileSync(path.join(root, file), stdout)
else if (readFileSync(path.join(root, file), 'utf8') !== stdout) {
  console.error(`${file} is out of date: run npm run api-types`)
  process.exit(1)
}
// services keep the process alive
process.exit(0)
