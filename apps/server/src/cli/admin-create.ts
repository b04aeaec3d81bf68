import { text } from 'node:stream/consumers'
import password from '@inquirer/password'
import { CannotStart } from '../cannot-start.ts'
import { openDatabase } from '../database/database.ts'
import { openProvider } from '../features/provider/index.ts'
import { makeSuperAdmin } from '../features/users/index.ts'
import { openJobs } from '../jobs/jobs.ts'
import type { Settings } from '../settings.ts'
import { type Done, jobLog, progress } from './run.ts'

export interface AdminOptions {
  firstName?: string
  lastName?: string
  mail?: boolean
  passwordStdin?: boolean
}

/**
 * Makes a SuperAdmin, with a password asked for or a temporary one sent by mail.
 * @throws CannotStart  the password cannot be asked for, or was given two ways
 * @throws Failure      the address is taken or the password breaks a rule
 */
export async function createAdmin(settings: Settings, email: string, options: AdminOptions): Promise<Done> {
  const given = options.mail ? null : await passwordOf(options)
  const database = await openDatabase(settings, progress, { beside: true })
  const jobs = await openJobs(database.connection, jobLog)
  try {
    const { firstName = null, lastName = null } = options
    const asked = { email: email.trim(), firstName, lastName, password: given }
    const provider = openProvider(settings.provider)
    const id = await makeSuperAdmin({ db: database.db, jobs, settings, provider }, asked)
    const how = options.mail
      ? 'A temporary password goes out by mail while the server runs.'
      : `Sign in at ${settings.publicUrl}.`
    return { lines: [`Made the SuperAdmin ${email}. ${how}`], result: { id, email } }
  } finally {
    await jobs.stop()
    await database.close()
  }
}

async function passwordOf({ passwordStdin }: AdminOptions): Promise<string> {
  if (passwordStdin) return (await text(process.stdin)).trimEnd()
  if (!process.stdin.isTTY)
    throw new CannotStart('There is no terminal to ask for a password: add --password-stdin or --mail.')
  const first = await password({ message: 'Password' })
  const again = await password({ message: 'Once more' })
  if (first !== again) throw new CannotStart('The two passwords differ.')
  return first
}
