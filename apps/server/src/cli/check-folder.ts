import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import path from 'node:path'
import { CannotStart, reasonOf } from '../cannot-start.ts'
import { wrongRights } from '../private-files.ts'
import type { Settings } from '../settings.ts'

const leastFree = 1_000_000_000

/** How much room DATA_DIR has, or the folder in which the first start would make it. @throws CannotStart */
export async function checkRoom({ dataDir }: Settings): Promise<string> {
  const there = nearest(dataDir)
  if (there !== dataDir)
    await access(there, constants.W_OK | constants.X_OK).catch((thrown: unknown) => {
      throw new CannotStart(`${dataDir} cannot be made: ${reasonOf(thrown)}`)
    })
  const { bavail, bsize } = await statfs(there)
  const free = bavail * bsize
  const text = `${(free / 1_000_000_000).toFixed(1)} GB free in ${there}`
  if (free < leastFree) throw new CannotStart(`only ${text}: make room, or photos will be refused`)
  return there === dataDir ? text : `the first start makes ${dataDir}; ${text}`
}

const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(path.dirname(folder)))

/** Whether what lies in DATA_DIR is this user's, and for nobody else. @throws CannotStart */
export async function checkRights({ dataDir }: Settings): Promise<string> {
  const { open, foreign } = wrongRights(dataDir)
  const [readable] = open
  const [others] = foreign
  if (others !== undefined)
    throw new CannotStart(
      `${counted(foreign)} of another user, like ${others}: run this as the user of the server, or chown -R that user ${dataDir}`,
    )
  if (readable !== undefined)
    throw new CannotStart(
      `${counted(open)} open to other users, like ${readable}: chmod -R go= ${path.join(dataDir, topOf(dataDir, readable))}`,
    )
  return `what lies in ${dataDir} is for its owner alone`
}

const counted = (files: string[]) =>
  files.length === 1 ? '1 file or folder is' : `${files.length} files and folders are`

const topOf = (dataDir: string, file: string) => path.relative(dataDir, file).split(path.sep)[0] ?? ''
