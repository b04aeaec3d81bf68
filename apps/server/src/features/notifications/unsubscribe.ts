import { createHmac, timingSafeEqual } from 'node:crypto'
import { isSilenceable, notificationKinds } from '@chisholm/domain/notifications'
import { deriveKey } from '../../derive-key.ts'
import type { UserId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import { notFound } from '../../http/app-error.ts'
import { isUuid } from '../../http/body-fields.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './preferences.queries.ts'

/** `all`: every kind, the digest and summaries, but not account notices. */
export type MailKind = (typeof notificationKinds)[number] | 'digest' | 'summary' | 'all'

const isMailKind = (text: string | undefined): text is MailKind =>
  // cast: `includes` accepts its element type only
  [...notificationKinds, 'digest', 'summary', 'all'].includes(text as MailKind)

const sign = (secretKey: string, text: string) =>
  createHmac('sha256', deriveKey(secretKey, 'unsubscribe')).update(text).digest('base64url')

/** The one-click unsubscribe URL of a kind of e-mails to a person (RFC 8058). */
export function unsubscribeUrl(
  { settings, secretKey }: Pick<Services, 'settings' | 'secretKey'>,
  userId: UserId,
  kind: MailKind,
): string {
  const subject = `${userId}.${kind}`
  return `${settings.publicUrl}/api/v1/unsubscribe/${subject}.${sign(secretKey, subject)}`
}

function parseToken(
  { secretKey, previousSecretKeys }: Pick<Services, 'secretKey' | 'previousSecretKeys'>,
  token: string,
): { userId: UserId; kind: MailKind } | null {
  const [userId = '', kind, signature = ''] = token.split('.')
  if (!isUuid<UserId>(userId) || !isMailKind(kind)) return null
  const isSigned = [secretKey, ...previousSecretKeys].some((key) => {
    const expected = Buffer.from(sign(key, `${userId}.${kind}`))
    return expected.length === Buffer.byteLength(signature) && timingSafeEqual(expected, Buffer.from(signature))
  })
  return isSigned ? { userId, kind } : null
}

/** @throws notFound  the server did not create this token */
export function requireToken(services: Services, token: string): { userId: UserId; kind: MailKind } {
  const found = parseToken(services, token)
  if (!found) throw notFound()
  return found
}

/** Unsubscribes from the kind of e-mails in the token. Danger signs are still e-mailed. @throws notFound */
export async function unsubscribe(services: Services, token: string, requestId: string): Promise<void> {
  const { userId, kind } = requireToken(services, token)
  await inTransaction(services, async (services) => {
    const { db } = services
    if (!(await queries.userExists(db, userId))) throw notFound()
    const stored = await queries.lockPreferences(db, userId)
    const ended = notificationKinds.filter((one) => isSilenceable(one) && (kind === 'all' || kind === one))
    const channels = { ...stored.channels }
    for (const one of ended) channels[one] = { ...channels[one], email: false }
    const changed = {
      ...stored,
      channels,
      digest_on: stored.digest_on && kind !== 'all' && kind !== 'digest',
    }
    await queries.changePreferences(db, userId, changed)
    if (kind === 'all' || kind === 'summary') await queries.endSummaries(db, userId)
    const origin = { person: null, requestId, source: 'mail' }
    await recordAudit(db, origin, {
      action: 'unsubscribed by mail',
      subject: { type: 'user', id: userId },
      before: { ...stored },
      after: changed,
    })
  })
}
