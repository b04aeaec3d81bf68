import { plural } from '@chisholm/domain/plural'

const deathCount = (count: number) => plural(count, '1 death', `${count} deaths`)

export const insightTexts = {
  title: 'Insight',
  failed: 'The figures could not be loaded.',
  allSites: 'All sites',
  site: 'Site',
  period: 'Period',
  periods: { 5: '5 weeks', 14: '14 weeks', 26: '26 weeks', 52: 'A year', 260: '5 years' },
  days: (from: string, to: string) => `${from} to ${to}`,
  lot: (name: string) => `Lot ${name}`,
  remove: (what: string) => `Without ${what}`,
  herd: 'Lots and head counts',
  alerts: 'Alerts',
  none: 'No deaths in this period.',
  comingIn: 'The last 7 days are still coming in: deaths are often entered later.',
  deaths: 'Deaths',
  deathCount,
  change: (count: number) =>
    count === 0
      ? 'as in the period before'
      : `${Math.abs(count)} ${count > 0 ? 'more' : 'fewer'} than the period before`,
  rate: 'Per 1,000 head a month',
  rateRange: (low: string, high: string) => `95 % interval ${low} to ${high}`,
  headUnknown: 'Unknown head',
  headKnown: (share: number) => `head known for ${share} % of the days; rates need 80 %`,
  examined: 'Examined',
  examinedOf: (examined: number, deaths: number, low: number, high: number) =>
    `${examined} of ${deaths} (95 % interval ${low} to ${high} %)`,
  agree: 'Crew and vet agree',
  kappa: (words: string, n: number) => `kappa, ${words}, n = ${n}`,
  tooFew: (n: number) => `too few with both diagnoses, n = ${n}`,
  usual: {
    title: 'Is it more than usual?',
    hint: (low: number, high: number) => `Deaths a week. Usual: ${low} to ${high}, by the year before.`,
    noBasis: 'Deaths a week. There are records of less than half a year before, so there is no band.',
    more: (deaths: number, week: string, low: number, high: number) =>
      `More than usual: ${deathCount(deaths)} in the week of ${week}, where ${low} to ${high} are expected.`,
    week: (week: string, deaths: number, isMore: boolean) =>
      `Week of ${week}: ${deathCount(deaths)}${isMore ? ', more than usual' : ''}`,
    columnWeek: 'Week of',
  },
  causes: {
    title: 'What is it?',
    hint: 'By the system of the diagnosis. The line is the period before.',
    before: 'Period before',
    cause: 'Cause',
    bar: (cause: string, deaths: number, before: number) =>
      `${cause}: ${deathCount(deaths)}, ${before} in the period before`,
  },
  where: {
    title: 'Where and when?',
    hint: (weeks: number) => `Lots with the most deaths. A square is a week of the last ${weeks}.`,
    cell: (lot: string, week: string, deaths: number) => `Lot ${lot}, week of ${week}: ${deathCount(deaths)}`,
    lot: 'Lot',
    noLots: 'No lot was named.',
    feed: 'Days on feed',
    feedBar: (band: string, deaths: number) => `${band}: ${deathCount(deaths)}`,
  },
  work: {
    title: 'How well do we work?',
    hint: 'Hours from sending a ticket: half are within the first number, 9 of 10 within the second.',
    site: 'Site',
    tickets: 'Tickets',
    toVisit: 'To the visit',
    toReport: 'To the report',
    hours: (half: string, nine: string) => `${half} h (9 of 10 within ${nine} h)`,
    unknown: '–',
    none: 'No tickets were sent in this period.',
  },
  benchmark: {
    title: 'How do others do?',
    hint: 'Deaths per 1,000 head a month, beside the other customers of the practice. Nobody is named.',
    cause: 'Cause',
    own: 'You',
    middleHalf: 'Middle half of the others',
    quarter: 'A quarter of the others is under',
    half: 'Half of the others is under',
    threeQuarters: 'Three quarters of the others are under',
    range: (low: string, high: string) => `${low} to ${high}`,
  },
  table: 'Table',
  csv: 'CSV',
  csvOf: (what: string) => `${what} as CSV`,
  print: 'Print',
} as const
