import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import JSZip from 'jszip'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFactory, type Factory } from '../testing/factory.ts'
import { runProgram } from '../testing/run-program.ts'
import { phoneJpeg } from '../testing/upload-photos.ts'
import { databaseUrl } from '../testing/database-url.ts'

let factory: Factory
let folder: string
let photos: string
beforeAll(async () => {
  factory = await createFactory()
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-import-'))
  photos = path.join(folder, 'photos')
  await mkdir(path.join(photos, '2019'), { recursive: true })
  await writeFile(path.join(photos, '2019/Cow.JPG'), await phoneJpeg(300, 200))
  await writeFile(path.join(photos, 'lung.jpg'), await phoneJpeg(200, 100))
  await writeFile(path.join(photos, 'broken.jpg'), (await phoneJpeg(300, 200)).subarray(0, 400))
  await writeFile(path.join(photos, 'notes.txt'), 'nothing')
})
afterAll(async () => {
  await factory.close()
  await rm(folder, { recursive: true, force: true })
})

const importPostMortems = async (rows: string, ...more: string[]) => {
  const file = path.join(folder, 'tickets.csv')
  await writeFile(file, `number,customer,site,record_at,tag,photos\n${rows}\n`)
  const settings = {
    DATA_DIR: factory.dataDir,
    DATABASE_URL: databaseUrl(factory.connection),
    SECRET_KEY: 'x'.repeat(40),
  }
  return runProgram(settings, 'import', 'post-mortems', file, ...more)
}

const site = async () => {
  const { id } = await factory.site()
  const { rows } = await factory.pool.query<{ names: string }>(
    `select c.name || ',' || s.name as names from sites s join customers c on c.id = s.customer_id where s.id = $1`,
    [id],
  )
  return rows[0]?.names ?? ''
}
const photosOf = async (number: string) =>
  (
    await factory.pool.query<{ id: string; tag: string; name: string }>(
      `select p.id, a.tag, p.name from photos p join animals a on a.id = p.animal_id
       join post_mortems t on t.id = a.post_mortem_id where t.imported_number = $1 order by p.id`,
      [number],
    )
  ).rows
const keptFiles = async () => {
  const found = await readdir(path.join(factory.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return found.flatMap((one) => (one.isFile() ? [one.name] : [])).toSorted()
}

// Each test runs the program several times.
vi.setConfig({ testTimeout: 120_000 })

test('photos come from a folder or a ZIP by the names in the file, upright and with thumbnails', async () => {
  const names = await site()
  const zip = path.join(folder, 'photos.zip')
  const packed = new JSZip()
  for (const name of ['2019/Cow.JPG', 'lung.jpg']) packed.file(name, await readFile(path.join(photos, name)))
  await writeFile(zip, await packed.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }))
  const admin = await factory.user('Admin')
  for (const [number, from] of [
    ['F-1', photos],
    ['Z-1', zip],
  ] as const) {
    const rows = `${number},${names},2019-01-01,Y 1,2019/cow.jpg; lung.jpg\n${number},,,,Y 2,cow.jpg`
    const preview = await importPostMortems(rows, '--photos', from)
    expect(preview).toMatchObject({ code: 0, stdout: expect.stringContaining('would give 2 new') })
    expect(await importPostMortems(rows, '--photos', from, '--apply')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 new, 0 changed, 0 unchanged animals (1 new tickets)'),
    })
    const found = await photosOf(number)
    expect(found.map(({ tag, name }) => `${tag} ${name}`)).toEqual(['Y 1 cow.jpg', 'Y 1 lung.jpg', 'Y 2 cow.jpg'])
    const { body } = await admin.get(`/medias/${found[0]?.id}`)
    const { pathname, search } = new URL(body.data.image)
    // The phone was held sideways.
    const image = await sharp((await admin.get(pathname + search)).bytes).metadata()
    expect([image.width, image.height, image.exif]).toEqual([200, 300, undefined])
  }
})

test('a photo of a Mac is found by its name, and one whose name is in several folders only with its folder', async () => {
  const names = await site()
  const mac = path.join(folder, 'mac')
  for (const yard of ['north', 'south']) await mkdir(path.join(mac, yard), { recursive: true })
  await writeFile(path.join(mac, 'F\u00e9vrier.jpg'.normalize('NFD')), await phoneJpeg(300, 200))
  await writeFile(path.join(mac, 'north/IMG_1.jpg'), await phoneJpeg(300, 200))
  await writeFile(path.join(mac, 'south/IMG_1.JPG'), await phoneJpeg(300, 200))
  const preview = (photo: string) => importPostMortems(`M-1,${names},2019-01-01,Y 1,${photo}`, '--photos', mac)
  expect(await preview('F\u00e9vrier.jpg; south/img_1.jpg')).toMatchObject({ code: 0 })
  expect(await preview('img_1.jpg')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Several photos are called “img_1.jpg”. Name the one you mean with its folder.'),
  })
})

test('a missing photo is reported by line before anything is written, a damaged one rolls everything back', {
  tags: 'long',
}, async () => {
  const names = await site()
  const missing = await importPostMortems(
    `P-1,${names},2019-01-01,Y 1,lung.jpg;calf.jpg`,
    '--photos',
    photos,
    '--apply',
  )
  expect(missing.code).toBe(1)
  expect(missing.stdout).toContain('tickets.csv:2: photos: There is no photo “calf.jpg” in the folder or ZIP.')
  const before = await keptFiles()
  for (const [name, why] of [
    ['broken.jpg', /Line 3, photos: broken\.jpg: .*Nothing was imported\./],
    ['notes.txt', /Line 3, photos: notes\.txt: .*Nothing was imported\./],
  ] as const) {
    const rows = `P-1,${names},2019-01-01,Y 1,lung.jpg\nP-2,${names},2019-01-01,Y 1,${name}`
    expect(await importPostMortems(rows, '--photos', photos, '--apply')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(why),
    })
  }
  expect([await photosOf('P-1'), await keptFiles()]).toEqual([[], before])
})

test('unreadable photos, and photos for another list, are rejected in one line', { tags: 'long' }, async () => {
  const names = await site()
  const rows = `Q-1,${names},2019-01-01,Y 1,`
  expect((await importPostMortems(rows, '--photos', path.join(folder, 'nowhere'))).stderr).toMatch(
    /nowhere is not a folder or ZIP with photos: ENOENT/,
  )
  expect((await importPostMortems(rows, '--photos', path.join(photos, 'lung.jpg'))).stderr).toMatch(
    /lung\.jpg is not a folder or ZIP with photos: /,
  )
  const file = path.join(folder, 'tickets.csv')
  const settings = {
    DATA_DIR: factory.dataDir,
    DATABASE_URL: databaseUrl(factory.connection),
    SECRET_KEY: 'x'.repeat(40),
  }
  expect((await runProgram(settings, 'import', 'breeds', file, '--photos', photos)).stderr).toBe(
    'Only post-mortems have photos: leave --photos out.',
  )
})

test('problems beyond those listed are counted', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => `N-${index},Nobody,North,2019-01-01,Y,`).join('\n')
  const result = await importPostMortems(rows)
  expect(result.stdout).toMatch(
    /:201: customer: .*\n50 more problems are not shown\.\nNothing was imported: 250 problems\./,
  )
})
