import { addDays, dayOf, hasTime } from '@chisholm/domain/dates'
import { sharedPostMortemPath } from '@chisholm/domain/page-paths'
import { plural } from '@chisholm/domain/plural'
import { siteInFull } from '@chisholm/domain/site-in-full'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { serverConstants } from '@chisholm/domain/constants'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { ProviderDetails } from '../../services.ts'
import type { FeedVisit } from './calendar-feeds.queries.ts'

/** Formats visits as a calendar (RFC 5545). Visits without a time are all-day events. */
export function formatCalendar(
  visits: readonly FeedVisit[],
  { name, time_zone }: Pick<ProviderDetails, 'name' | 'time_zone'>,
  publicUrl: string,
): string {
  const calendar = ical({
    name: name ? toText(`Visits of ${name}`) : 'Visits',
    prodId: { company: 'Chisholm', product: 'Planner', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: serverConstants.calendarFeed.refreshSeconds,
  })
  for (const visit of visits)
    calendar.createEvent({
      id: `${visit.id}@chisholm`,
      ...timesOf(visit, visit.time_zone ?? time_zone),
      stamp: visit.updated_at,
      lastModified: visit.updated_at,
      sequence: visit.sequence,
      status: visit.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: toText(`${formatTicketNumber(visit.pin)}: ${siteInFull(visit.customer, visit.site)}`),
      description: descriptionOf(visit),
      location: locationOf(visit),
      url: `${publicUrl}${sharedPostMortemPath(visit.id)}`,
    })
  // RFC 5545 ends every line with CRLF. ical-generator leaves out the last one.
  return `${calendar.toString()}\r\n`
}

function timesOf({ scheduled_at: start, duration_minutes }: FeedVisit, zone: string) {
  if (hasTime(start, zone)) return { start, end: new Date(start.getTime() + duration_minutes * 60_000) }
  const day = dayOf(start, zone)
  const midnight = (of: string) => new Date(`${of}T00:00:00Z`)
  return { start: midnight(day), end: midnight(addDays(day, 1)), allDay: true, timezone: 'UTC' }
}

/** RFC 5545 allows no control characters in texts but line breaks and tabs. Word processors break lines with others. */
const toText = (typed: string) => typed.replaceAll(/\r\n?|\v|\f/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')

const descriptionOf = ({ animals, phone, directions }: FeedVisit) =>
  toText([plural(animals, '1 animal', `${animals} animals`), phone, directions].filter(Boolean).join('\n'))

function locationOf({ customer, site, address, city, latitude, longitude }: FeedVisit) {
  const place = address === null ? city : toText(address).replaceAll(/,?\s*\n\s*/g, ', ')
  const title = toText([siteInFull(customer, site), place].filter(Boolean).join(', '))
  return latitude === null || longitude === null ? title : { title, geo: { lat: latitude, lon: longitude } }
}
