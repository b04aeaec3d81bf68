import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type ArchiveEntry, type Manifest, writeArchive } from './archive.ts'
import { prune } from './prune.ts'
import { Repository } from './repository.ts'

/** A folder with one backup of each of these days, each with a file of its own. */
async function repositoryOf(...days: string[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-prune-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const repository = new Repository(folder)
  await repository.create()
  for (const day of days) {
    const { hash, bytes } = await repository.add(Readable.from([Buffer.from(day)]))
    const names = gzipSync(JSON.stringify([[`photos/${day}.jpg`, hash, bytes]]))
    const entries = async function* (): AsyncGenerator<ArchiveEntry, Manifest> {
      yield { name: 'names/000001.json.gz', bytes: names }
      yield { name: 'jobs.json', bytes: Buffer.from('[]') }
      return { rows: {}, sequences: [], files: 1, bytes, missing: [] }
    }
    const archive = createWriteStream(repository.archivePath(new Date(day)))
    await writeArchive({ migrations: [], tables: [], madeAt: day }, entries(), archive)
  }
  return { repository, files: async () => (await readdir(path.join(folder, 'files'), { recursive: true })).toSorted() }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('once its lock is lost, pruning removes no more files: another backup may have begun to refer to them', async () => {
  const { repository, files } = await repositoryOf('2026-11-20', '2026-11-21', '2026-11-22')
  const before = await files()
  let checks = 0
  const assertLocked = () => {
    checks++
    if (checks > 1) throw new Error('the lock was lost')
  }
  await expect(prune(repository, { daily: 1 }, assertLocked)).rejects.toThrow('the lock was lost')
  expect(await files()).toEqual(before)
})

test('pruning removes the files to which only removed backups refer', async () => {
  const { repository, files } = await repositoryOf('2026-11-21', '2026-11-22')
  expect(await prune(repository, { daily: 1 }, () => {})).toEqual({ removed: 1, left: 1, files: 1 })
  const left = hashOf('2026-11-22')
  expect((await files()).filter((name) => name.includes(path.sep))).toEqual([path.join(left.slice(0, 2), left)])
})
