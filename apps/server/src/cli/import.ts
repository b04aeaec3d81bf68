import { access, constants } from 'node:fs/promises'
import { type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import { CannotStart, reasonOf } from '../cannot-start.ts'
import { inTransaction } from '../database/transaction.ts'
import { operator } from '../features/audit/index.ts'
import { type ImportedPhotos, type ImportOutcome, importList, openPhotos } from '../features/imports/index.ts'
import { readSecretKeys } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { openStorage, type Storage } from '../storage/storage.ts'
import type { Done } from './run.ts'
import { withJobs } from './with-jobs.ts'

export interface ImportOptions {
  apply?: boolean
  mail?: boolean
  photos?: string
}

/**
 * Reads a CSV file into a list; without `apply` it only says what that would do.
 * @throws CannotStart  there is no such list, or the file or the photos cannot be read
 */
export async function importFile(
  settings: Settings,
  kind: string,
  file: string,
  options: ImportOptions,
): Promise<Done> {
  const list = importKinds.find((one) => one === kind)
  if (!list) throw new CannotStart(`There is no list ${kind} to import: name one of ${importKinds.join(', ')}.`)
  if (options.photos !== undefined && list !== 'post-mortems')
    throw new CannotStart('Only post-mortems have photos: leave --photos out.')
  await access(file, constants.R_OK).catch((thrown: unknown) => {
    throw new CannotStart(`${file} cannot be read: ${reasonOf(thrown)}.`)
  })
  const storage = openStorage(settings)
  const photos = options.photos === undefined ? null : await photosIn(options.photos, storage)
  try {
    return await withJobs(settings, { existing: true }, async (parts) => {
      const [secretKey = '', ...oldSecretKeys] = readSecretKeys(settings)
      const { apply = false, mail = true } = options
      const keys = { secretKey, oldSecretKeys }
      const ctx = { ...parts, ...operator, ...keys, storage, serverNumber: 0, noteUnknownSignIn: () => undefined }
      const outcome = await inTransaction(ctx, (ctx) => importList(ctx, list, file, { apply, mail, photos }))
      return told(file, list, outcome)
    })
  } finally {
    photos?.close()
  }
}

const photosIn = (from: string, storage: Storage): Promise<ImportedPhotos> =>
  openPhotos(from, storage).catch((thrown: unknown) => {
    throw new CannotStart(`${from} is no folder or ZIP with photos: ${reasonOf(thrown)}.`)
  })

function told(file: string, kind: ImportKind, outcome: ImportOutcome): Done {
  const { applied, counts, tickets, problems, problems_not_shown: hidden, letters, ignored_columns: ignored } = outcome
  const what = tickets === undefined ? kind : `animals (${tickets} new tickets)`
  const sum = `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged ${what}`
  const verdict =
    counts.problems > 0
      ? `Nothing was imported: ${counts.problems} ${counts.problems === 1 ? 'problem' : 'problems'}.`
      : applied
        ? `Imported ${file}: ${sum}. ${letters} ${letters === 1 ? 'invitation goes' : 'invitations go'} out by mail.`
        : `${file} would give ${sum}. Add --apply to import it.`
  return {
    lines: [
      ...problems.map(({ line, column, text }) => `${file}:${line}: ${column ? `${column}: ` : ''}${text}`),
      ...(hidden > 0 ? [`${hidden} more ${hidden === 1 ? 'problem is' : 'problems are'} not shown.`] : []),
      verdict,
    ],
    result: { ...outcome },
    warnings: ignored.length > 0 ? [`Columns nobody asked for: ${ignored.join(', ')}.`] : [],
    failed: counts.problems > 0,
  }
}
