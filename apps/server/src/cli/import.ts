import { plural } from '@chisholm/domain/plural'
import { access, constants } from 'node:fs/promises'
import { type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import { OperatorError, errorMessage } from '../operator-error.ts'
import { inTransaction } from '../database/transaction.ts'
import { operator } from '../features/audit-recorder/index.ts'
import { type PhotoSource, type ImportOutcome, importList, openPhotoFiles } from '../features/imports/index.ts'
import { readSecretKeys } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { openStorage, type Storage } from '../storage/storage.ts'
import type { CommandResult } from './run-command.ts'
import { withJobQueue } from './with-job-queue.ts'

export interface ImportOptions {
  apply?: boolean
  mail?: boolean
  photos?: string
}

/**
 * Imports a CSV file. Without `apply`, it only reports what would change.
 * @throws OperatorError  the kind is unknown, or the file or its photos are not readable
 */
export async function importFile(
  settings: Settings,
  kind: string,
  file: string,
  options: ImportOptions,
): Promise<CommandResult> {
  const list = importKinds.find((one) => one === kind)
  if (!list) throw new OperatorError(`${kind} cannot be imported: use one of ${importKinds.join(', ')}.`)
  if (options.photos !== undefined && list !== 'post-mortems')
    throw new OperatorError('Only post-mortems have photos: leave --photos out.')
  await access(file, constants.R_OK).catch((thrown: unknown) => {
    throw new OperatorError(`${file} cannot be read: ${errorMessage(thrown)}.`)
  })
  const storage = openStorage(settings)
  const photos = options.photos === undefined ? null : await openPhotoSource(options.photos, storage)
  try {
    return await withJobQueue(settings, { mustExist: true }, async (services) => {
      const [secretKey = '', ...previousSecretKeys] = readSecretKeys(settings)
      const { apply = false, mail = true } = options
      const keys = { secretKey, previousSecretKeys }
      const none = {
        serverNumber: 0,
        recordUnknownSignIn: () => undefined,
        limitWrites: <Result>(_account: string, write: () => Promise<Result>) => write(),
      }
      const ctx = { ...services, ...operator, ...keys, ...none, storage }
      const outcome = await inTransaction(ctx, (ctx) => importList(ctx, list, file, { apply, mail, photos }))
      return importResult(file, list, outcome)
    })
  } finally {
    photos?.close()
  }
}

const openPhotoSource = (from: string, storage: Storage): Promise<PhotoSource> =>
  openPhotoFiles(from, storage).catch((thrown: unknown) => {
    throw new OperatorError(`${from} is not a folder or ZIP with photos: ${errorMessage(thrown)}.`)
  })

function importResult(file: string, kind: ImportKind, outcome: ImportOutcome): CommandResult {
  const { applied, counts, tickets, problems, problems_not_shown: hidden, emails, ignored_columns: ignored } = outcome
  const what = tickets === undefined ? kind : `animals (${tickets} new tickets)`
  const sum = `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged ${what}`
  const verdict =
    counts.problems > 0
      ? `Nothing was imported: ${plural(counts.problems, '1 problem', `${counts.problems} problems`)}.`
      : applied
        ? `Imported ${file}: ${sum}. ${plural(emails, '1 invitation is', `${emails} invitations are`)} sent by e-mail.`
        : `${file} would give ${sum}. Add --apply to import it.`
  return {
    lines: [
      ...problems.map(({ line, column, text }) => `${file}:${line}: ${column ? `${column}: ` : ''}${text}`),
      ...(hidden > 0 ? [`${plural(hidden, '1 more problem is', `${hidden} more problems are`)} not shown.`] : []),
      verdict,
    ],
    result: { ...outcome },
    warnings: ignored.length > 0 ? [`Unknown columns: ${ignored.join(', ')}.`] : [],
    failed: counts.problems > 0,
  }
}
