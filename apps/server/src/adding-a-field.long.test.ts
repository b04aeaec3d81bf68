import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as Factory from './testing/factory.ts'
import { csvImports } from './testing/csv-imports.ts'

const root = path.resolve(import.meta.dirname, '../../..')
// inside the repository, so that its packages can be resolved
const copy = path.join(root, 'artefacts', `adding-a-field-${process.pid}`)
const sources = ['tsconfig.base.json', 'biome.json', 'package.json', 'scripts', 'deploy', 'packages', 'apps']
const unneeded = ['node_modules', 'dist', 'artefacts']

async function copyRepository(): Promise<void> {
  const filter = (file: string) => !unneeded.includes(path.basename(file))
  for (const source of sources) await cp(path.join(root, source), path.join(copy, source), { recursive: true, filter })
  const modules = path.join(copy, 'node_modules')
  await mkdir(path.join(modules, '@chisholm'), { recursive: true })
  await symlink(path.join(root, 'node_modules/.bin'), path.join(modules, '.bin'))
  await symlink(path.join(copy, 'packages/domain'), path.join(modules, '@chisholm/domain'))
  await symlink(path.join(root, 'apps/server/node_modules'), path.join(copy, 'apps/server/node_modules'))
}

/** Runs a command in the copy. @throws an error with its output if it fails */
function run(command: string, args: string[], input?: string): void {
  // a separate repository: otherwise git would use the enclosing one
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(copy) }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8', input, env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`)
}

let changes: string[]
beforeAll(async () => {
  const guide = await readFile(path.join(root, 'docs/adding-a-field.md'), 'utf8')
  changes = [...guide.matchAll(/```diff\n([\s\S]*?)```/g)].map(([, change = '']) => change)
  await copyRepository()
})
afterAll(() => rm(copy, { recursive: true, force: true }))

test('a field added by docs/adding-a-field.md is saved, returned, exported, imported and logged', async () => {
  expect(changes).toHaveLength(4)
  run('git', ['apply', '-'], changes.join(''))
  run('node', ['scripts/database-types.mjs'])
  run('node', ['scripts/api-types.mjs'])
  for (const part of ['apps/server', 'apps/web'])
    run(path.join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', part])

  // cast: the copy's own server, in this process
  const { createFactory } = (await import(path.join(copy, 'apps/server/src/testing/factory.ts'))) as typeof Factory
  const factory = await createFactory()
  try {
    const { client, site } = await factory.client()
    const admin = await factory.user('Admin')
    const postMortem = await factory.draftPostMortem(client, site)
    const id = '01990000-0000-7000-8000-00000000b4a2'
    const sent = { id, veterinary_record_id: postMortem.id, tag: 'Y 1', brand: ' Lazy J ' }
    expect((await client.post('/veterinary-record-animals', sent)).body.data.brand).toBe('Lazy J')
    // identifies retries of the request
    expect((await client.post('/veterinary-record-animals', sent)).status).toBe(201)
    expect((await client.post('/veterinary-record-animals', { ...sent, brand: 'Bar T' })).status).toBe(409)

    await client.put(`/veterinary-record-animals/${id}`, { brand: 'Rocking K' })
    const saved = (await client.get(`/post-mortems/${postMortem.id}`)).body.data
    expect(saved.veterinary_record.veterinary_record_animals[0].brand).toBe('Rocking K')

    const [exported] = parse((await client.get('/exports/veterinary-record-animals')).bytes, {
      columns: true,
      bom: true,
    })
    expect(exported).toMatchObject({ Tag: 'Y 1', Brand: 'Rocking K' })
    const history = JSON.stringify((await admin.get(`/post-mortems/${postMortem.id}/history`)).body)
    expect(history).toContain('"field":"Brand","from":"Lazy J","to":"Rocking K"')

    const rows = `number,customer,site,record_at,tag,brand\nOLD-1,${saved.customer.name},${saved.veterinary_record.site.name},2024-05-01,Y 2,Bar T`
    await csvImports(factory, admin).read('post-mortems?apply=1', rows)
    const imported = await client.get('/veterinary-record-animals?filter[tag]=Y 2')
    expect(imported.body.data).toMatchObject([{ brand: 'Bar T' }])
  } finally {
    await factory.close()
  }
})
