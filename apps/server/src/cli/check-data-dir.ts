import { plural } from '@chisholm/domain/plural'
import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError, errorMessage } from '../operator-error.ts'
import { findWrongPermissions } from '../file-permissions.ts'
import type { Settings } from '../settings.ts'

const minFreeBytes = 1_000_000_000

/**
 * Free space of DATA_DIR, or of the folder in which it would be created.
 * @throws OperatorError  there is too little
 */
export async function checkFreeSpace({ dataDir }: Settings): Promise<string> {
  const folder = nearestExisting(dataDir)
  if (folder !== dataDir)
    await access(folder, constants.W_OK | constants.X_OK).catch((thrown: unknown) => {
      throw new OperatorError(`${dataDir} cannot be created: ${errorMessage(thrown)}`)
    })
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const text = `${(free / 1_000_000_000).toFixed(1)} GB free in ${folder}`
  if (free < minFreeBytes) throw new OperatorError(`only ${text}: free some space, or photos will be rejected`)
  return folder === dataDir ? text : `the first start creates ${dataDir}; ${text}`
}

const nearestExisting = (folder: string): string =>
  existsSync(folder) ? folder : nearestExisting(path.dirname(folder))

/** @throws OperatorError  DATA_DIR belongs to another user, or others can read it */
export async function checkPermissions({ dataDir }: Settings): Promise<string> {
  const { open, foreign } = findWrongPermissions(dataDir)
  const [openFile] = open
  const [foreignFile] = foreign
  if (foreignFile !== undefined)
    throw new OperatorError(
      `${countText(foreign)} owned by another user, like ${foreignFile}: run this as the user of the server, or chown -R that user ${dataDir}`,
    )
  if (openFile !== undefined)
    throw new OperatorError(
      `${countText(open)} open to other users, like ${openFile}: chmod -R go= ${path.join(dataDir, topEntry(dataDir, openFile))}`,
    )
  return `everything in ${dataDir} is accessible only to its owner`
}

const countText = (files: string[]) =>
  plural(files.length, '1 file or folder is', `${files.length} files and folders are`)

const topEntry = (dataDir: string, file: string) => path.relative(dataDir, file).split(path.sep)[0] ?? ''
