import { plural } from '@chisholm/domain/plural'
import { openDatabase } from '../database/database.ts'
import { findCustomer, type ErasureCounts, eraseCustomer, previewErasure } from '../features/customer-erasure/index.ts'
import type { Settings } from '../settings.ts'
import { openVerifiedStorage } from '../storage/storage.ts'
import { type CommandResult, progress } from './run-command.ts'
import { requireNoFile, writeAtomically } from './atomic-file.ts'

export interface EraseOptions {
  export: string
  replace?: boolean
  yes?: boolean
}

/**
 * Reports what belongs to a customer. With `yes`, exports it to a file and erases it.
 * @throws OperatorError  there is no such customer, or the file exists or is not writable
 */
export async function eraseCustomerCommand(
  settings: Settings,
  nameOrId: string,
  options: EraseOptions,
): Promise<CommandResult> {
  const file = options.export
  requireNoFile(file, options.replace)
  const database = await openDatabase(settings, progress, { allowRunning: true, mustExist: true })
  try {
    const { db } = database
    const { id, name } = await findCustomer(db, nameOrId)
    if (!options.yes) {
      const counts = await previewErasure(db, id)
      return {
        lines: [`This would erase ${name}: ${describe(counts)}.`, 'Nothing was changed. Add --yes to erase it.'],
        result: { id, name, erased: false, ...counts },
        ...userWarning(counts),
      }
    }
    const storage = await openVerifiedStorage(settings)
    const { missing, filesLeft, ...amounts } = await eraseCustomer({ db, storage }, id, (write) =>
      writeAtomically(file, write),
    )
    return {
      lines: [
        `Wrote ${file}, and erased ${name}: ${describe(amounts)}.`,
        'Older backups still contain it: delete them, or let them expire.',
      ],
      result: { id, name, erased: true, file, ...amounts, missing },
      warnings: [
        ...(userWarning(amounts).warnings ?? []),
        ...missing.map((name) => `The storage had no ${name}, so it is missing from the export.`),
        ...(filesLeft === null
          ? []
          : [`Its files are still in the storage: ${filesLeft}. See 'Lost and orphaned files' in docs/operations.md.`]),
      ],
    }
  } finally {
    await database.close()
  }
}

const describe = ({ sites, tickets, animals, photos, reports, bytes }: ErasureCounts) =>
  [
    plural(sites, '1 site', `${sites} sites`),
    plural(tickets, '1 ticket', `${tickets} tickets`),
    plural(animals, '1 animal', `${animals} animals`),
    plural(photos, '1 photo', `${photos} photos`),
    `${plural(reports, '1 report', `${reports} reports`)} (${(bytes / 1_000_000).toFixed(1)} MB)`,
  ].join(', ')

const userWarning = ({ people }: ErasureCounts): { warnings?: string[] } =>
  people === 0
    ? {}
    : {
        warnings: [
          people === 1
            ? 'One person has access to no other customer. The account stays: erase it in the administration.'
            : `${people} people have access to no other customer. Their accounts stay: erase them in the administration.`,
        ],
      }
