import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from '../backup/archive.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { CannotStart, reasonOf } from '../cannot-start.ts'
import { openDatabase } from '../database/database.ts'
import { loadSecretKeys, type Settings } from '../settings.ts'
import { openStorage } from '../storage/storage.ts'
import { type Done, progress } from './run.ts'

export interface BackupOptions {
  replace?: boolean
}

/**
 * Writes a backup beside its place and moves it there once it is whole and on disk; an interrupted one leaves a file
 * that ends in `.part`, which restore refuses.
 * @throws CannotStart  the file is there already, or cannot be written
 */
export async function backUp(settings: Settings, file: string, { replace }: BackupOptions): Promise<Done> {
  const target = path.resolve(file)
  if (existsSync(target) && !replace) throw new CannotStart(`${file} is there already: add --replace to overwrite it.`)
  const scratch = `${target}.part`
  const handle = await writable(scratch, file)
  const database = await openDatabase(settings, progress, { beside: true })
  try {
    const secretKey = settings.secretKey === undefined ? loadSecretKeys(settings)[0] : undefined
    const storage = openStorage(settings)
    const manifest = await writeBackup({ database, storage, secretKey }, handle.createWriteStream({ flush: true }))
    await rename(scratch, target)
    await keepFolder(path.dirname(target))
    return told(file, (await stat(target)).size, manifest)
  } catch (thrown) {
    await rm(scratch, { force: true })
    throw thrown
  } finally {
    await database.close()
  }
}

/** It holds everything a practice knows: only its owner may read it. */
const writable = (scratch: string, file: string) =>
  open(scratch, 'w', 0o600).catch((thrown: unknown) => {
    throw new CannotStart(`${file} cannot be written: ${reasonOf(thrown)}.`)
  })

async function keepFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

function told(file: string, size: number, { rows, files, missing }: Manifest): Done {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  return {
    lines: [`Wrote ${file}: ${count} rows, ${files} files, ${megabytes(size)}.`],
    result: { file, bytes: size, rows, files, missing },
    warnings: missing.map((key) => `The storage has no ${key}, which the database names.`),
  }
}
