import { deathCount, figureTexts } from '@chisholm/domain/key-figures'
import { lotTitle } from '@chisholm/domain/lots'
import { plural } from '@chisholm/domain/plural'

/** A visit without a time counts from the start of its day, which may be before its ticket was sent. */
function whenAfter(hours: number): string {
  if (hours < -24) return 'before it was sent'
  if (hours < 0) return 'the same day'
  if (hours < 1) return 'within an hour'
  return hours < 48 ? `after ${hours.toFixed(0)} h` : `after ${(hours / 24).toFixed(0)} days`
}

export const insightTexts = {
  ...figureTexts,
  title: 'Insight',
  failed: 'The figures could not be loaded.',
  allSites: 'All sites',
  site: 'Site',
  period: 'Period',
  periods: { 5: '5 weeks', 14: '14 weeks', 26: '26 weeks', 52: 'A year', 260: '5 years' },
  days: (from: string, to: string) => `${from} to ${to}`,
  lot: lotTitle,
  remove: (what: string) => `Without ${what}`,
  herd: 'Lots and head counts',
  alerts: 'Alerts',
  summaries: 'Summaries by e-mail',
  more: 'More about deaths',
  cause: figureTexts.causes.cause,
  allCauses: 'All causes',
  deathsOf: (count: string) => `Show the ${count === '1' ? '1 death' : `${count} deaths`}`,
  noDeaths: 'No deaths',
  list: {
    title: 'Deaths',
    failed: 'The deaths could not be loaded.',
    none: 'No deaths match.',
    inInsight: 'Show in Insight',
    unknown: { lot: 'No lot', diagnosis_id: 'No diagnosis', days_on_feed: 'Unknown days on feed' },
    feed: (band: string) => `${band} days on feed`,
    noTag: 'Without a tag',
    noDiagnosis: 'No diagnosis yet',
    died: (day: string, daysOnFeed: number | null) =>
      daysOnFeed === null ? `died ${day}` : `died ${day}, day ${daysOnFeed} on feed`,
    pen: (name: string) => `Pen ${name}`,
  },
  tickets: {
    title: 'Sent tickets',
    count: (count: number) => plural(count, '1 ticket', `${count} tickets`),
    failed: 'The tickets could not be loaded.',
    sort: 'Order',
    sorts: {
      requested_at: 'Sent last',
      to_scheduled_hours: 'Longest to the visit',
      to_completed_hours: 'Longest to the report',
    },
    sent: 'Sent',
    visit: (hours: number | null) => (hours === null ? 'No visit' : `Visit ${whenAfter(hours)}`),
    report: (hours: number | null) => (hours === null ? 'no report yet' : `report ${whenAfter(hours)}`),
  },
  usual: {
    ...figureTexts.trend,
    more: (deaths: number, week: string, low: number, high: number) =>
      figureTexts.moreThanUsual(deaths, `in the week of ${week}`, low, high),
    lotWithMost: (lot: string, deaths: number) => `Lot ${lot} has ${deaths} of them.`,
    ofWeek: (week: string, deaths: number, isMore: boolean) =>
      `Week of ${week}: ${deathCount(deaths)}${isMore ? ', more than usual' : ''}`,
    figures: (examined: number, rate: number | null) =>
      `${examined} examined${rate === null ? '' : `, ${rate.toFixed(1)} per 1,000 head a month`}`,
    pick: { before: 'Week before', after: 'Week after' },
  },
  causes: {
    ...figureTexts.causes,
    bar: (cause: string, deaths: number, before: number) =>
      `${cause}: ${deathCount(deaths)}, ${before} in the period before`,
  },
  where: {
    title: 'Where and when?',
    hint: (weeks: number) => `Lots with the most deaths. A square is a week of the last ${weeks}.`,
    cell: (lot: string, week: string, deaths: number) => `${lotTitle(lot)}, week of ${week}: ${deathCount(deaths)}`,
    pick: { before: 'Square before', after: 'Square after' },
    lot: 'Lot',
    lotOfSite: (lot: string, site: string | undefined) => (site ? `${lot} of ${site}` : lot),
    noLots: 'No lots were recorded.',
  },
  feed: {
    ...figureTexts.feed,
    bar: (band: string, deaths: number) => `${band}: ${deathCount(deaths)}`,
  },
  opened: {
    title: 'Still worth opening on arrival',
    share: (inTime: number, animals: number) =>
      `${Math.round((inTime / animals) * 100)} %: ${inTime} of ${animals} animals examined at their site`,
  },
  benchmark: {
    title: 'How do others do?',
    hint: 'Deaths per 1,000 head a month, compared with all customers of the practice. Nobody is named.',
    cause: 'Cause',
    own: 'You',
    middleHalf: 'Middle half of all',
    quarter: 'A quarter of all are below',
    half: 'Half of all are below',
    threeQuarters: 'Three quarters of all are below',
    range: (low: string, high: string) => `${low} to ${high}`,
  },
  table: 'Table',
  csv: 'CSV',
  csvOf: (what: string) => `${what} as CSV`,
  png: 'PNG',
  pngOf: (what: string) => `${what} as PNG`,
  noPng: 'The picture could not be created.',
  print: 'Print',
} as const
