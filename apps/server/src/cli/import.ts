import { readFile } from 'node:fs/promises'
import { type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import { CannotStart, reasonOf } from '../cannot-start.ts'
import { openDatabase } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { type ImportOutcome, importList } from '../features/imports/index.ts'
import { openProvider } from '../features/provider/index.ts'
import { openJobs } from '../jobs/jobs.ts'
import { loadSecretKeys, type Settings } from '../settings.ts'
import { openStorage } from '../storage/storage.ts'
import { type Done, jobLog, progress } from './run.ts'

export interface ImportOptions {
  apply?: boolean
  mail?: boolean
}

/** Nobody is signed in: whoever may run commands on the machine may do this. */
const operator = { person: null, requestId: 'command line', source: 'command line' }

/**
 * Reads a CSV file into a list; without `apply` it only says what that would do.
 * @throws CannotStart  there is no such list, or the file cannot be read
 */
export async function importFile(
  settings: Settings,
  kind: string,
  file: string,
  options: ImportOptions,
): Promise<Done> {
  const list = importKinds.find((one) => one === kind)
  if (!list) throw new CannotStart(`There is no list ${kind} to import: name one of ${importKinds.join(', ')}.`)
  const bytes = await readFile(file).catch((thrown: unknown) => {
    throw new CannotStart(`${file} cannot be read: ${reasonOf(thrown)}.`)
  })
  const database = await openDatabase(settings, progress, { beside: true })
  const jobs = await openJobs(database.connection, jobLog)
  try {
    const { db } = database
    const [secretKey = '', ...oldSecretKeys] = loadSecretKeys(settings)
    const provider = openProvider(settings.provider)
    const parts = { db, settings, storage: openStorage(settings), jobs, provider, secretKey, oldSecretKeys }
    const { apply = false, mail = true } = options
    const ctx = { ...parts, ...operator, serverNumber: 0, noteUnknownSignIn: () => undefined }
    const outcome = await inTransaction(ctx, (ctx) => importList(ctx, list, bytes, { apply, mail }))
    return told(file, list, outcome)
  } finally {
    await jobs.stop()
    await database.close()
  }
}

function told(file: string, kind: ImportKind, outcome: ImportOutcome): Done {
  const { applied, counts, problems, letters, ignored_columns: ignored } = outcome
  const sum = `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged ${kind}`
  const verdict =
    counts.problems > 0
      ? `Nothing was imported: ${counts.problems} ${counts.problems === 1 ? 'problem' : 'problems'}.`
      : applied
        ? `Imported ${file}: ${sum}. ${letters} ${letters === 1 ? 'invitation goes' : 'invitations go'} out by mail.`
        : `${file} would give ${sum}. Add --apply to import it.`
  return {
    lines: [
      ...problems.map(({ line, column, text }) => `${file}:${line}: ${column ? `${column}: ` : ''}${text}`),
      verdict,
    ],
    result: { ...outcome },
    warnings: ignored.length > 0 ? [`Columns nobody asked for: ${ignored.join(', ')}.`] : [],
    failed: counts.problems > 0,
  }
}
