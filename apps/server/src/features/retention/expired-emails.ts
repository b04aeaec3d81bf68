import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { outboxFolder } from '../../mail/mail-transport.ts'
import { type Amount, type RetentionContext, sumAmounts } from './retention-context.ts'

/** An e-mail, or what a killed server left of one; the previous version left `.eml.part`. */
const emailFile = /\.eml(\.[0-9a-f-]{36})?(\.part)?$/

/** Counts old e-mails in the outbox folder, which belongs to this server alone. */
export const findExpiredEmails = async (ctx: RetentionContext, before: Date): Promise<Amount> =>
  sumAmounts((await emailsBefore(ctx, before)).map(({ bytes }) => ({ count: 1, bytes })))

/** Removes the e-mails that the function above counts. */
export async function removeEmails(ctx: RetentionContext, before: Date): Promise<Amount> {
  const emails = await emailsBefore(ctx, before)
  for (const { file } of emails) await rm(file, { force: true })
  return sumAmounts(emails.map(({ bytes }) => ({ count: 1, bytes })))
}

async function emailsBefore({ settings }: RetentionContext, before: Date) {
  const outbox = outboxFolder(settings)
  // The folder does not exist if e-mails are sent by SMTP.
  const names = await ifPresent(readdir(outbox))
  const emails = []
  for (const file of (names ?? []).filter((name) => emailFile.test(name)).map((name) => path.join(outbox, name))) {
    // Another run may have removed the file since it was listed.
    const found = await ifPresent(stat(file))
    if (found && found.mtime < before) emails.push({ file, bytes: found.size })
  }
  return emails
}

/** What a call reads; null if the file or folder does not exist. */
const ifPresent = <Result>(reading: Promise<Result>): Promise<Result | null> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
