import { addDays, dayOf, formatClockTime, isZone, startOfDay, timestampAt, type Zone } from '@chisholm/domain/dates'
import {
  type ChannelChoices,
  channelsOf,
  isQuiet,
  isSilenceable,
  type NotificationKind,
  notificationKinds,
  type QuietHours,
} from '@chisholm/domain/notifications'
import type { NotificationPreferences } from '@chisholm/domain/schemas/notifications'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { invalid } from '../../http/app-error.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireVersionMatch } from '../../http/etag.ts'
import type { PlannedEmail } from '../../mail/email-jobs.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { lockOwnAccount } from '../auth/index.ts'
import * as queries from './preferences.queries.ts'

const defaults: queries.StoredPreferences = {
  channels: {},
  digest_on: false,
  digest_hour: 6,
  time_zone: null,
  quiet_from: null,
  quiet_to: null,
  version: 0,
}

const quietHoursOf = ({
  quiet_from,
  quiet_to,
}: Pick<queries.StoredPreferences, 'quiet_from' | 'quiet_to'>): QuietHours | null =>
  quiet_from !== null && quiet_to !== null ? { from: quiet_from, to: quiet_to } : null

function present(stored: queries.StoredPreferences, practiceZone: Zone): NotificationPreferences {
  return {
    // cast: Object.fromEntries loses the key type
    channels: Object.fromEntries(
      notificationKinds.map((kind) => [kind, channelsOf(kind, stored.channels[kind])]),
    ) as Record<NotificationKind, ChannelChoices>,
    digest: { on: stored.digest_on, hour: stored.digest_hour, time_zone: stored.time_zone ?? practiceZone },
    quiet: quietHoursOf(stored),
  }
}

/** The user's notification preferences, with defaults for missing ones. */
export async function readPreferences(
  ctx: Context,
  userId: UserId,
): Promise<{ data: NotificationPreferences; version: number }> {
  const { time_zone: zone } = await ctx.provider(ctx.db)
  const stored = (await queries.preferencesOf(ctx.db, userId)) ?? defaults
  return { data: present(stored, zone), version: stored.version }
}

/** Preferences in a request. A field that is undefined stays as it is. */
export interface PreferencesPatch {
  channels?: Partial<Record<NotificationKind, Partial<ChannelChoices>>>
  digest?: { on?: boolean | undefined; hour?: number | null | undefined; time_zone?: string | null | undefined }
  quiet?: QuietHours | null
}

/**
 * Changes the user's notification preferences.
 * @throws invalid  danger signs were silenced, or hour, zone or times are invalid
 */
export async function savePreferences(ctx: WriteContext, patch: PreferencesPatch, expected: IfMatch): Promise<void> {
  await lockOwnAccount(ctx)
  const stored = await queries.lockPreferences(ctx.db, ctx.person.id)
  const { time_zone: practiceZone } = await ctx.provider(ctx.db)
  requireVersionMatch(expected, stored.version)
  validate(patch)
  const { digest = {} } = patch
  const quiet = patch.quiet === undefined ? quietHoursOf(stored) : patch.quiet
  const changed = {
    channels: mergeChannels(stored.channels, patch.channels ?? {}),
    digest_on: digest.on ?? stored.digest_on,
    digest_hour: digest.hour ?? stored.digest_hour,
    time_zone: digest.time_zone === undefined ? stored.time_zone : digest.time_zone,
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    version: stored.version,
  }
  const isDigestNew =
    changed.digest_on &&
    (!stored.digest_on || changed.digest_hour !== stored.digest_hour || changed.time_zone !== stored.time_zone)
  await queries.changePreferences(ctx.db, ctx.person.id, {
    ...changed,
    ...(isDigestNew && firstDigest(changed, practiceZone, stored.digest_on)),
  })
  await recordAudit(ctx.db, ctx, {
    action: 'notification preferences changed',
    subject: { type: 'user', id: ctx.person.id },
    before: { ...stored },
    after: changed,
  })
}

const dayMilliseconds = 24 * 3_600_000

/**
 * A digest whose hour has passed today begins tomorrow, and one that was sent on a day which is yet to come in another
 * zone continues tomorrow. A newly enabled one begins with the unread notifications of the last 24 hours.
 */
function firstDigest(
  { digest_hour, time_zone }: queries.StoredPreferences,
  practiceZone: Zone,
  wasOn: boolean,
): Pick<Parameters<typeof queries.changePreferences>[2], 'digest_from' | 'digested_on' | 'digested_until'> {
  const now = new Date()
  const zone = time_zone ?? practiceZone
  const hour = Number(formatClockTime(now, zone).slice(0, 2))
  const today = dayOf(now, zone)
  return {
    digest_from: hour > digest_hour ? startOfDay(addDays(today, 1), zone) : null,
    digested_on: queries.digestedOnAtMost(today),
    ...(!wasOn && { digested_until: new Date(now.getTime() - dayMilliseconds) }),
  }
}

function validate({ channels = {}, digest = {}, quiet }: PreferencesPatch): void {
  const errors: Record<string, string[]> = {}
  // cast: Object.entries loses the key type
  for (const [kind, choices] of Object.entries(channels) as [NotificationKind, Partial<ChannelChoices>][])
    if (!isSilenceable(kind) && Object.values(choices).includes(false))
      errors[`channels.${kind}`] = [serverTexts.validation.dangerStaysOn]
  if (digest.time_zone && !isZone(digest.time_zone)) errors['digest.time_zone'] = [serverTexts.validation.timeZone]
  for (const [field, time] of Object.entries(quiet ?? {}))
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) errors[`quiet.${field}`] = [serverTexts.validation.timeOfDay]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

type Chosen = queries.StoredPreferences['channels']
function mergeChannels(before: Chosen, patch: Chosen): Chosen {
  const merged: Chosen = { ...before }
  for (const kind of notificationKinds) if (patch[kind]) merged[kind] = { ...before[kind], ...patch[kind] }
  return merged
}

type QuietPreferences = Pick<queries.StoredPreferences, 'time_zone' | 'quiet_from' | 'quiet_to'>

/** The end of a person's quiet hours; undefined: it is not in them. */
export function endOfQuietHours(preferences: QuietPreferences, practiceZone: Zone, now = new Date()): Date | undefined {
  const quiet = quietHoursOf(preferences)
  const zone = preferences.time_zone ?? practiceZone
  const time = formatClockTime(now, zone)
  if (!quiet || !isQuiet(time, quiet)) return undefined
  const today = dayOf(now, zone)
  return timestampAt(time < quiet.to ? today : addDays(today, 1), quiet.to, zone, now)
}

/** The time from which a person may be notified of this kind by e-mail or push; undefined: now. */
export const notifiableFrom = (
  kind: NotificationKind,
  preferences: QuietPreferences,
  practiceZone: Zone,
): Date | undefined => (isSilenceable(kind) ? endOfQuietHours(preferences, practiceZone) : undefined)

/** The end of the user's quiet hours, if it is in them now: for e-mails that are no notifications and can wait. */
export async function quietUntil(
  { db, provider }: Pick<WriteContext, 'provider'> & { db: Executor },
  userId: UserId,
): Promise<Date | undefined> {
  const preferences = await queries.preferencesOf(db, userId)
  return preferences && endOfQuietHours(preferences, (await provider(db)).time_zone)
}

/** The addresses whose owners want mails of this kind, those in quiet hours with the end of these. */
export async function planMails(
  { db, provider }: Pick<WriteContext, 'provider'> & { db: Executor },
  kind: NotificationKind,
  addresses: string[],
): Promise<PlannedEmail[]> {
  const chosen = await queries.preferencesByAddress(db, addresses)
  if (chosen.length === 0) return addresses.map((to) => ({ to }))
  const { time_zone: practiceZone } = await provider(db)
  const byAddress = new Map(chosen.map((one) => [one.email.toLowerCase(), one]))
  return addresses.flatMap((to) => {
    const preferences = byAddress.get(to.toLowerCase())
    if (!preferences) return [{ to }]
    if (!channelsOf(kind, preferences.channels[kind]).email) return []
    const after = notifiableFrom(kind, preferences, practiceZone)
    return [{ to, ...(after && { later: { userId: preferences.user_id, after } }) }]
  })
}
