import { dayOf, formatClockTime, type Zone } from '@chisholm/domain/dates'
import type { SiteId, UserId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import { runEach } from '../../jobs/run-each.ts'
import { lockCustomersForEmail } from '../../mail/customer-email-lock.ts'
import { readSender } from '../../mail/email-jobs.ts'
import { digest } from '../../mail/email-templates.ts'
import type { Services } from '../../services.ts'
import * as queries from './daily-notices.queries.ts'
import { notify } from './notify.ts'

type DailyServices = Pick<Services, 'db' | 'jobs' | 'settings' | 'provider'>

/** Notifies of overdue visits, then sends the digests that are due. Several servers may do so concurrently. */
export async function sendDailyNotices(services: DailyServices, now = new Date()): Promise<void> {
  const { time_zone: practiceZone } = await services.provider(services.db)
  const readers = await queries.digestReaders(services.db)
  await runEach([
    () => notifyOfOverdueVisits(services, now),
    ...readers
      .filter((reader) => isDue(reader, practiceZone, now))
      .map((reader) => () => sendDigest(services, reader.user_id, now)),
  ])
}

/**
 * Notifies the veterinarian of each visit whose day has passed without completion, or Admins if none is assigned or the
 * one who is has not signed in yet, exactly once: the same transaction records the notification.
 */
const notifyOfOverdueVisits = (services: DailyServices, now: Date): Promise<void> =>
  inTransaction(services, async (services) => {
    const { time_zone: practiceZone } = await services.provider(services.db)
    for (const visit of await queries.lockPastVisits(services.db)) {
      const zone = visit.time_zone ?? practiceZone
      if (dayOf(visit.scheduled_at, zone) >= dayOf(now, zone)) continue
      if (!(await queries.markOverdueNotified(services.db, visit.id))) continue
      const people = visit.vet_id ? [visit.vet_id] : await queries.adminIds(services.db)
      await notify({ ...services, person: null }, 'overdue', visit.id, { people, vetsOnly: true })
    }
  })

interface Digest {
  digest_hour: number
  time_zone: Zone | null
  digest_from: Date | null
  digested_on: string | null
}

function isDue({ digest_hour, time_zone, digest_from, digested_on }: Digest, practiceZone: Zone, now: Date): boolean {
  if (digest_from && now < digest_from) return false
  const zone = time_zone ?? practiceZone
  const isNew = digested_on === null || digested_on < dayOf(now, zone)
  return isNew && Number(formatClockTime(now, zone).slice(0, 2)) >= digest_hour
}

/**
 * Enqueues the e-mail of a digest in the transaction that marks its day, so that each day has at most one. While a
 * transaction that is older than an unread notification is running, the digest waits: without that notification the day
 * could end without a digest, and with it the next digest could not tell it from those of the running transaction.
 */
const sendDigest = (services: DailyServices, userId: UserId, now: Date): Promise<void> =>
  inTransaction(services, async (services) => {
    const { db } = services
    await lockCustomersForEmail(db)
    const found = await queries.lockDigest(db, userId)
    const { time_zone: practiceZone } = await services.provider(db)
    if (!found || !isDue(found, practiceZone, now)) return
    const committed = await queries.committedUntil(db, now)
    const notices = await queries.unreadSince(db, userId, found.digested_until, { committed, now })
    if (notices.some(({ isRecent }) => isRecent)) return
    await queries.markDigested(db, userId, dayOf(now, found.time_zone ?? practiceZone), committed)
    if (notices.length === 0) return
    const content = digest(await readSender(services), notices)
    const sites = unionOfSites(notices.map((notice) => notice.sites))
    await services.jobs.enqueue(db, 'mail.send', { ...content, to: found.email, kind: 'digest', sites })
  })

const unionOfSites = (each: (SiteId[] | null)[]): SiteId[] | null =>
  each.includes(null) ? null : [...new Set(each.flatMap((sites) => sites ?? []))]
