import { statfs } from 'node:fs/promises'
import { limits } from '@chisholm/domain/constants'
import { fullName } from '@chisholm/domain/full-name'
import { may } from '@chisholm/domain/permissions'
import type { Installation } from '@chisholm/domain/schemas/installation'
import { NIL } from 'uuid'
import { lastBackup } from '../../backup/last-backup.queries.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { forbidden } from '../../http/app-error.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { readQueueDepth } from '../../jobs/queue-depth.queries.ts'
import { readSender } from '../../mail/email-jobs.ts'
import * as templates from '../../mail/email-templates.ts'
import { version } from '../../version.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { installationTexts } from './installation-texts.ts'
import * as queries from './installation.queries.ts'

const maxEmailsShown = 50
const subject = { type: 'installation', id: NIL }

/** @throws forbidden  the user is not an Admin */
export async function readInstallation(ctx: Context): Promise<Installation> {
  requireMayView(ctx)
  const { db, settings } = ctx
  const sizes = await queries.readSizes(db)
  const emails = await queries.failedEmails(db, maxEmailsShown)
  const { bavail, bsize } = await statfs(settings.dataDir)
  return {
    version: version(),
    database: { bytes: sizes.database, kind: settings.databaseUrl === undefined ? 'embedded' : 'server' },
    storage: { bytes: sizes.file_bytes, files: sizes.files, kind: settings.bucket ? 'bucket' : 'folder' },
    disk: { free_bytes: bavail * bsize },
    queue: await readQueue(ctx),
    mail: settings.smtpUrl === undefined ? 'outbox' : 'smtp',
    failed_emails: emails.map(({ created_at, next_try_at, ...email }) => ({
      ...email,
      created_at: created_at.toISOString(),
      next_try_at: next_try_at?.toISOString() ?? null,
    })),
    last_backup: await readLastBackup(ctx),
    second_factor: settings.requireSecondFactor,
  }
}

async function readQueue({ db }: Context): Promise<Installation['queue']> {
  const depths = await readQueueDepth(db)
  const countIn = (...states: string[]) =>
    depths.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0)
  return { waiting: countIn('created', 'retry'), active: countIn('active'), failed: countIn('failed') }
}

async function readLastBackup({ db }: Context): Promise<Installation['last_backup']> {
  const found = await lastBackup(db)
  return found ? { at: found.at.toISOString(), bytes: found.bytes, to: found.to } : null
}

/**
 * Sends a test e-mail to the signed-in Admin.
 * @throws forbidden  the user is not an Admin
 * @throws tooMany    the Admin has sent too many test e-mails
 */
export async function sendTestEmail(ctx: WriteContext): Promise<string> {
  requireMayView(ctx)
  await consumeRateLimit(ctx.db, ['test e-mail', ctx.person.id], limits.testEmails)
  const { email, firstName, lastName } = ctx.person
  const name = fullName({ first_name: firstName, last_name: lastName })
  const message = templates.testEmail(await readSender(ctx), name)
  await ctx.jobs.enqueue(ctx.db, 'mail.send', { ...message, to: email })
  await recordAudit(ctx.db, ctx, { action: 'test e-mail sent', subject })
  return installationTexts.testEmailSent(email)
}

/**
 * Retries failed e-mails now instead of later. Those that were given up are not retried.
 * @throws forbidden  the user is not an Admin
 */
export async function retryEmails(ctx: WriteContext): Promise<string> {
  requireMayView(ctx)
  const count = await queries.retryEmailsNow(ctx.db)
  if (count > 0) await recordAudit(ctx.db, ctx, { action: 'failed e-mails retried', subject, after: { emails: count } })
  return installationTexts.emailsRetried(count)
}

function requireMayView({ person }: Pick<Context, 'person'>): void {
  if (!may(person, 'installation.view')) throw forbidden()
}
