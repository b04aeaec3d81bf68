import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { outboxOf } from '../../mail/mail.ts'
import { type Amount, type RetentionContext, sumOf } from './retention-context.ts'

/** Letters in the outbox of this server from before: files, which no other server has. */
export const expiredLetters = async (ctx: RetentionContext, before: Date): Promise<Amount> =>
  sumOf((await lettersBefore(ctx, before)).map(({ bytes }) => ({ count: 1, bytes })))

/** Removes their files. */
export async function removeLetters(ctx: RetentionContext, before: Date): Promise<Amount> {
  const letters = await lettersBefore(ctx, before)
  for (const { file } of letters) await rm(file, { force: true })
  return sumOf(letters.map(({ bytes }) => ({ count: 1, bytes })))
}

async function lettersBefore({ settings }: RetentionContext, before: Date) {
  const outbox = outboxOf(settings)
  const names = await readdir(outbox).catch((thrown: NodeJS.ErrnoException) => {
    // there is none where letters go out by a mail server
    if (thrown.code === 'ENOENT') return []
    throw thrown
  })
  const letters = []
  for (const file of names.filter((name) => /\.eml(\.part)?$/.test(name)).map((name) => path.join(outbox, name))) {
    // removed by another run since it was listed
    const found = await stat(file).catch(() => null)
    if (found && found.mtime < before) letters.push({ file, bytes: found.size })
  }
  return letters
}
