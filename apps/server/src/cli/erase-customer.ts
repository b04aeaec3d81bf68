import { openDatabase } from '../database/database.ts'
import { customerNamed, type Erasure, eraseCustomer, whatGoesWith } from '../features/customer-erasure/index.ts'
import type { Settings } from '../settings.ts'
import { openWorkingStorage } from '../storage/storage.ts'
import { type Done, progress } from './run.ts'
import { requireAbsent, writeWhole } from './whole-file.ts'

export interface EraseOptions {
  export: string
  replace?: boolean
  yes?: boolean
}

/**
 * Tells what belongs to a customer; with `yes` it is exported into a file, then erased.
 * @throws CannotStart  there is no such customer, or the file is there already or cannot be written
 */
export async function eraseCustomerCommand(settings: Settings, nameOrId: string, options: EraseOptions): Promise<Done> {
  const file = options.export
  requireAbsent(file, options.replace)
  const database = await openDatabase(settings, progress, { beside: true, existing: true })
  try {
    const { db } = database
    const { id, name } = await customerNamed(db, nameOrId)
    if (!options.yes) {
      const amounts = await whatGoesWith(db, id)
      return {
        lines: [`This would erase ${name}: ${inWords(amounts)}.`, 'Nothing was changed. Add --yes to erase it.'],
        result: { id, name, erased: false, ...amounts },
        ...peopleWarning(amounts),
      }
    }
    const storage = await openWorkingStorage(settings)
    const { missing, ...amounts } = await eraseCustomer({ db, storage }, id, (write) => writeWhole(file, write))
    return {
      lines: [
        `Wrote ${file}, and erased ${name}: ${inWords(amounts)}.`,
        'Backups from before still hold it: delete them, or let them run out.',
      ],
      result: { id, name, erased: true, file, ...amounts, missing },
      warnings: [
        ...(peopleWarning(amounts).warnings ?? []),
        ...missing.map((name) => `The storage had no ${name}, so the export has not got it either.`),
      ],
    }
  } finally {
    await database.close()
  }
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const inWords = ({ sites, tickets, animals, photos, reports, bytes }: Erasure) =>
  [
    counted(sites, 'site', 'sites'),
    counted(tickets, 'ticket', 'tickets'),
    counted(animals, 'animal', 'animals'),
    counted(photos, 'photo', 'photos'),
    `${counted(reports, 'report', 'reports')} (${(bytes / 1_000_000).toFixed(1)} MB)`,
  ].join(', ')

const peopleWarning = ({ people }: Erasure): { warnings?: string[] } =>
  people === 0
    ? {}
    : {
        warnings: [
          people === 1
            ? 'One person has access to no other customer. The account stays: erase it in the administration.'
            : `${people} people have access to no other customer. Their accounts stay: erase them in the administration.`,
        ],
      }
