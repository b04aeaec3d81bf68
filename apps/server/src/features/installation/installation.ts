import { statfs } from 'node:fs/promises'
import { limits } from '@chisholm/domain/constants'
import { may } from '@chisholm/domain/permissions'
import type { Installation } from '@chisholm/domain/shapes'
import { NIL } from 'uuid'
import { lastBackup } from '../../backup/last-backup.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { forbidden } from '../../http/failures.ts'
import { takeTurn } from '../../http/turns.ts'
import { queueDepth } from '../../jobs/queue-depth.ts'
import { senderOf } from '../../mail/mail-jobs.ts'
import * as templates from '../../mail/templates.ts'
import { version } from '../../version.ts'
import { audit } from '../audit/index.ts'
import { installationTexts } from './installation-texts.ts'
import * as queries from './installation.queries.ts'

const lettersShown = 50
const subject = { type: 'installation', id: NIL }

/** Tells an Admin how the server is. @throws forbidden */
export async function readInstallation(ctx: Context): Promise<Installation> {
  requireMayView(ctx)
  const { db, settings } = ctx
  const sizes = await queries.sizes(db)
  const letters = await queries.failedLetters(db, lettersShown)
  const { bavail, bsize } = await statfs(settings.dataDir)
  return {
    version: version(),
    database: { bytes: sizes.database, kind: settings.databaseUrl === undefined ? 'embedded' : 'server' },
    storage: { bytes: sizes.file_bytes, files: sizes.files, kind: settings.bucket ? 'bucket' : 'folder' },
    disk: { free_bytes: bavail * bsize },
    queue: await readQueue(ctx),
    mail: settings.smtpUrl === undefined ? 'outbox' : 'smtp',
    failed_letters: letters.map(({ created_at, next_try_at, ...letter }) => ({
      ...letter,
      created_at: created_at.toISOString(),
      next_try_at: next_try_at?.toISOString() ?? null,
    })),
    last_backup: await readLastBackup(ctx),
    second_factor: settings.requireSecondFactor,
  }
}

async function readQueue({ db }: Context): Promise<Installation['queue']> {
  const depths = await queueDepth(db)
  const of = (...states: string[]) =>
    depths.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0)
  return { waiting: of('created', 'retry'), active: of('active'), failed: of('failed') }
}

async function readLastBackup({ db }: Context): Promise<Installation['last_backup']> {
  const found = await lastBackup(db)
  return found ? { at: found.at.toISOString(), bytes: found.bytes, to: found.to } : null
}

/** Sends a letter to who asks, to see whether letters arrive. @throws forbidden, too-many */
export async function sendTestLetter(ctx: WriteContext): Promise<string> {
  requireMayView(ctx)
  await takeTurn(ctx.db, ['test letter', ctx.person.id], limits.testLetters)
  const { email, firstName, lastName } = ctx.person
  const letter = templates.testLetter(await senderOf(ctx), [firstName, lastName].filter(Boolean).join(' '))
  await ctx.jobs.enqueue(ctx.db, 'mail.send', { ...letter, to: email })
  await audit(ctx.db, ctx, 'test letter sent', subject, null, null)
  return installationTexts.testLetter(email)
}

/** Tries letters that failed again now, instead of later. Those that were given up are gone. @throws forbidden */
export async function retryLetters(ctx: WriteContext): Promise<string> {
  requireMayView(ctx)
  const count = await queries.hurryLetters(ctx.db)
  if (count > 0) await audit(ctx.db, ctx, 'letters tried again', subject, null, { letters: count })
  return installationTexts.tried(count)
}

function requireMayView({ person }: Pick<Context, 'person'>): void {
  if (!may(person, 'installation.view')) throw forbidden()
}
