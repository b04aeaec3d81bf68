import type { InsightMeasurement } from './insight-calls.ts'
import { insightSection } from './insight-section.ts'
import type { InsightWriteCost } from './insight-writes.ts'
import type { MinimalServerRow } from './measure-minimal-server.ts'
import type { WriteMeasurement } from './write-calls.ts'
import type { CallSummary } from './every-get-call.ts'
import type { BenchEnvironment } from './environment.ts'
import { formatCount, formatRate, formatTime, missedMark, table } from './format.ts'
import type { ReadMeasurement } from './measure.ts'

export interface Results {
  small: Pick<BenchEnvironment, 'size'>
  large: Pick<BenchEnvironment, 'size' | 'seconds'>
  machine: string
  /** Memory before the first request, in megabytes. */
  idle: number
  rows: ReadMeasurement[]
  /** The comparison with the minimal server, at both sizes. */
  bare: { small: MinimalServerRow[]; large: MinimalServerRow[] }
  /** Writes in the smaller database. */
  smallWrites: WriteMeasurement[]
  writes: WriteMeasurement[]
  insight: InsightMeasurement[]
  insightWrites: InsightWriteCost[]
  allCalls: CallSummary
  /** Number of sequential scans of large tables during the run. */
  scans: number
}

const thresholds = { ofBaseline: 0.5, growth: 1.5, wide: 1.5, idle: 150, seed: 600 }

/** Renders docs/performance.md. Every threshold that was missed is marked with ✗. */
export function performancePage(results: Results): string {
  const { small, large, machine, idle, rows, bare, writes: changes, allCalls: every, scans } = results
  const changesBefore = new Map(results.smallWrites.map((change) => [change.name, change.api]))
  return `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Machine: ${machine}; server, baseline, PostgreSQL and the load share it. \`bench/README.md\` explains the figures.

- Seed of ${formatCount(large.size.tickets)} tickets with ${formatCount(large.size.tickets * large.size.animalsPerPostMortem)} animals: ${formatCount(large.seconds)} s${missedMark(large.seconds < thresholds.seed)}.
- Idle server process: ${formatCount(idle)} MB${missedMark(idle < thresholds.idle)}.
- The first request after a pause of fifteen seconds, with nothing else running (\`node bench/after-pause.ts\`): inbox 5.1 ms (1.8 without a pause), ticket with its photos 4.6 (1.3). While connections to the database were closed after ten seconds it took 150 and 100 ms on a machine with a load of 16, where it takes 33 and 9 now.
- Sequential scans of tables of more than 10,000 rows at ${formatCount(large.size.tickets)} tickets: ${scans}${missedMark(scans === 0)}, counted by PostgreSQL during all calls below and ${formatCount(every.asked)} more: every GET call of the OpenAPI document with every filter and sort, by a SuperAdmin and two clients. ${scanning(every)} The slowest took ${formatTime(every.slowest.time)} ms: \`${every.slowest.call}\`. Refused: ${formatCount(every.refused)} searches for fewer than three characters.

## Lists, searches and detail at ${formatCount(large.size.tickets)} tickets

Requests per second with eight callers, p50 and p99 in milliseconds with one. *of baseline* is the ratio of requests per second, *growth* the ratio of p50 to that at ${formatCount(small.size.tickets)} tickets, measured in alternation, *time* the ratio of p50 to the baseline's. ✗ marks a missed threshold.

${table(['Call', '/s', 'p50', 'p99', 'baseline /s', 'baseline p50', 'of baseline', 'growth', 'time'], rows.map(readRow))}

## Compared with a minimal server

The requests of the app's screens, with sixteen callers, compared with a minimal server: \`node:http\` and \`pg\` with one statement per call and the smallest response that can render the same screen, with the token checked and sites limited (\`bench/minimal-server.ts\`). _CPU_ is seconds of processor time for 1,000 requests, in the server + in PostgreSQL.

${table(
  [
    'Call',
    `/s at ${formatCount(small.size.tickets)}`,
    'of minimal',
    `/s at ${formatCount(large.size.tickets)}`,
    'of minimal',
    'CPU',
    'CPU of minimal',
  ],
  bare.small.map((row) =>
    bareRow(
      row,
      bare.large.find(({ name }) => name === row.name),
    ),
  ),
)}

## Compared with PostGraphile and Directus

Requests per second with sixteen callers at 10,000 tickets, each server as one process on the same PostgreSQL, after comparing the responses: \`node bench/peers/run.ts\` on 2026-11-28, with Node.js 24, PostGraphile 5.1.5 and Directus 11.17.4, on two cores with nothing else running, each call after 15 seconds in which Node.js compiled the code of its server. Ratios vary between runs of the same day: the partial ticket had 1.27, 1.47, 1.61 and 2.16, the create 1.13, 1.18 and 1.30. Thresholds relative to PostGraphile: 1.5, for the create 1.2. Our create also notifies the veterinarians and queues their e-mails. \`bench/README.md\` tells what each server does and does not do for a call.

| Call | /s | PostGraphile /s | Directus /s | ours : PostGraphile | ours : Directus |
| --- | --- | --- | --- | --- | --- |
| inbox page | 1551 | 759 | 191 | 2.04 | 8.1 |
| page of a client of 40 sites | 1671 | 514 | 215 | 3.25 | 7.8 |
| ticket with its photos | 2680 | 876 | – | 3.06 | – |
| the same, only a part asked for | 2894 | 1792 | 247 | 1.61 | 12 |
| search by RFID | 4582 | 1145 | 239 | 4.00 | 19 |
| create with two animals, sent | 228 | 193 | 73 | 1.18 ✗ | 3.1 |

At 1,000,000 tickets, on 2026-11-29, without Directus. PostGraphile's search by RFID reads every animal, because its filter compares differently than our index does.

| Call | /s | PostGraphile /s | ours : PostGraphile |
| --- | --- | --- | --- |
| inbox page | 1566 | 416 | 3.77 |
| page of a client of 40 sites | 1320 | 436 | 3.03 |
| ticket with its photos | 2400 | 864 | 2.78 |
| the same, only a part asked for | 2442 | 1960 | 1.25 |
| search by RFID | 4242 | 30 | 142 |
| create with two animals, sent | 306 | 258 | 1.19 ✗ |

## Optimisations

Found with \`--cpu-prof\` and by counting statements, at 10,000 tickets. _Before_ and _after_ are milliseconds of the server's processor time for one request of the app's inbox unless another call is named; they were measured on a busy machine, so only their ratio is meaningful.

| Finding | Before | After |
| --- | --- | --- |
| Inbox: all of the following | 2.83 | 0.62 |
| Every inbox filters by \`completed_at\` being null, which read the time zone of the practice: one or two statements | 1.15 | 0.62 |
| Session and page were two statements; one reads both now, the page for the sites of the session's last request, and reads it again if these have changed | 2 statements | 1 |
| Rows were converted to objects, dates, objects and JSON; PostgreSQL builds the JSON of the 20 cards now | 2.9 | 1.6 |
| Each thumbnail's URL was signed again (14 µs); a URL stays the same for an hour now | 0.3 | 0.02 |
| The SQL text was built (15–37 µs) and looked up (24 µs for that of a ticket) for each request | 0.06 | < 0.01 |
| Security headers were assembled for each response: 12 % of the cheapest one | 0.16 | 0.12 |
| Ticket with its photos: a second statement read the photos | 1.27 | 0.66 |
| Ticket with its photos: slots, names and hints of photos were built for each animal, and the details of the practice read with each request | 1.74 | 1.37 |
| Ticket with its photos: names, users and photo counts came from subqueries for each animal, and fifty columns were parsed one by one. Only reading the row; the statement took PostgreSQL 0.74 before and 0.57 after | 0.39 | 0.22 |
| Sixteen callers had a connection each, whose PostgreSQL processes took each other's memory out of the processor's caches; statements share eight connections now. PostgreSQL for a ticket with its photos | 0.29 | 0.24 |
| Data had the security headers of pages, 1.1 kB instead of 0.5. Search by RFID | 0.15 | 0.13 |
| The flags that halve the memory of a busy server were the default; with 2 GB of memory or more for each worker they are not. Inbox | 0.36 | 0.22 |
| Ticket with its photos: PostgreSQL sorted the photo slots of the practice and built their JSON for each ticket, and Node.js parsed it; it is stored now. Only PostgreSQL's processor time of the statement, five alternating rounds | 0.43 | 0.36 |
| Ticket with its photos: the serializer of the schema joined thousands of pieces, animals were copied field by field twice, and each timestamp became a \`Date\`. Only the server, 21 alternating rounds | 0.43 | 0.37 |
| Ticket with its photos: PostgreSQL read the time zone of the site and the danger for each animal again, and escaped the photo slots as a text inside JSON. Only PostgreSQL, the same rounds | 0.55 | 0.50 |
| Mortality by lot of a practice over ten years at 1,000,000 tickets: only the rows of sites that have changed are read, their JSON is kept, and an object from which a field is deleted is slow to sort. Duration of the request with one changed site | 670 | 72 |
| Turnaround of a practice over ten years at 1,000,000 tickets: PostgreSQL sorted a million hours twice; numbers that a server remembers are selected in typed arrays. Duration of the request with one changed site | 400; 800 | 64; 66 |
| Lot names without a lot, at 1,000,000 tickets: all 3,000,000 animals were grouped; the names come from the sums of deaths by lot now. Duration of the request; practice, one site | 6,600; 2,000 | < 150; < 150 |
| Turnaround of one lot over a year, at 1,000,000 tickets: every ticket was checked for an animal of the lot; the animals of the lot are found first. Duration of the request; practice, one site | 3,600; 300 | < 150; < 150 |
| Tickets behind the turnaround of a practice over ten years, at 1,000,000 tickets: the generic plan expected few tickets for each row of time zones and read all of them from the table. The zone of a site is compared in the condition instead of a join, and an index has all columns. Duration of the request; sorted by hours | 5,100; 8,600 | 240; 700 |
| Create with two animals, sent, whose 20 veterinarians are notified: each was a change of its own with a notification of PostgreSQL. PostgreSQL's duration of the trigger | 0.94 | 0.44 |
| Create, the job that e-mails the veterinarians: it looked for another job of the ticket among all of its name, those of the last week included. PostgreSQL's duration after 4,000 creates, of one job | 6 to 11 | < 0.1 |

With 16 callers a server on one core is limited by its processor time, so the ratios to the minimal server above depend little on the machine. Before all of this, 1,000 pages of the inbox took 3.6 s of the server's processor time and 3.1 s of PostgreSQL's. The minimal server returns what the screen of a ticket shows, including treatments, lesions and photo slots. Ratios of one call vary by 0.1 between runs.

Creating a ticket with two animals and sending it waits for PostgreSQL seven times: for the session, the site with the begin, the ticket, its animals, then at once the response, the audit entries, the job of the e-mails and the recipients, then the notifications, and the commit (\`docs/decisions/0475-statements-sent-together.md\`); with danger signs, also for their levels. It took 12 waits while each statement was sent after the response to the one before, and 19 while the ticket was inserted as a draft and then sent, the zone of its site and the details of the practice were read on their own, each step wrote its own audit entries, and a job was enqueued that had nothing to deliver. Creates on one site waited for each other from the first animal on, which locked the site's counter until the end; added animals are counted at the commit now. Before, the ratio to the minimal server was 0.19. Sending statements together and naming all notified users in one change raised it from 0.33 to 0.39 (medians of three runs of each version in alternation on 2026-11-28, on a slow machine with nothing else running). Animals of the bench have different tags: animals of one site with the same tag count as one, and their creates still wait for each other.

Calls that took more than 100 ms at 1,000,000 tickets, in milliseconds, each the median of three, on a machine with a load of 7 on two cores (_40 sites_ have 869,000 animals, _one site_ has 357,000):

| Call                                                                      | Before       | After   |
| ------------------------------------------------------------------------- | ------------ | ------- |
| Page in the middle of the animals: all; of 40 sites                       | 480; 1,050   | 20; 26  |
| Page in the middle by completion: all; of 40 sites; of one site           | 97; 280; 700 | 29; 35; 28 |
| The same of completed tickets: all; of 40 sites; of one site              | 920; 460; 480 | 22; 27; 46 |
| Search for part of a tag (five characters) by a client of one site        | 3,060        | 17      |
| Tags that contain five characters, of all sites                           | 1,540        | 57      |
| Search for one or two characters (\`like\`)                                 | 150 to 6,000 | refused |

Counters by site and month (\`animal_months\`, \`completion_months\`) tell the month that contains the page; 126 random pages were the same before and after. They cost a create with two animals 0.04 ms of the database's processor time, less than 1 % of the request with its notifications. Fewer than three characters are refused only in practices of more than 200,000 animals, and there only on sites with more than 20,000.

These calls still take more than 100 ms: searches for a part that most animals contain, like the country code of an RFID (3 to 9 s) or the year of a lot (0.7 s), because an exact total reads all matches; pages in the middle of animals in other orders (by tag 1.2 s, by change 0.3 s), of the tickets of 40 sites by creation (0.3 s), and of tickets by urgency (2 to 3 s; page 100 of 40 sites 0.8 s).

${insightSection(results.insight, results.insightWrites)}

## On a phone

After signing in, a veterinarian's inbox with 12 tickets transfers 20 kB of data (threshold: 30), including 3 kB for the cards and 0.5 kB of headers per response; the lists of forms, which are prefetched, are more than a third of it. It was 24 kB while data had the security headers of pages. A full page of 20 cards with 37 photos is 5 kB (complete tickets: 12). Twenty cards of the bench, with three animals each and 22 thumbnails, are 23 kB of JSON (threshold: 12, missed) and 5.1 kB as sent (5.5 with signatures of 256 bits); 19 of the 23 are fields that the API promises, without the URLs of the thumbnails. Measured with demo data by Chromium's \`encodedDataLength\`; \`e2e/post-mortem-cards.e2e.ts\` checks the threshold.

## Large reports and open connections

Measured with \`node bench/large-report.ts\` and \`node bench/event-streams.ts\` on the machine above with \`MEMORY=small\`, under other load.

- A report of 100 animals with 1,200 photos (a PDF of 25 MB) takes 14 to 39 s, the longest while tests ran on the same two cores (threshold: 60): the server uses about 210 MB before the first one and 840 MB at most during it. That was in a thread of the server. Typst now has a process of its own: three in a row, with 60 different photos each, take 360 MB of it at most and 233 MB of the process that renders them (without the server's requests), and it ends after each.
- 2,000 open streams of \`GET /events\` cost one server 46 MB: 158 MB before, 204 MB after (threshold: 200 MB more), with nothing else running. A change arrived 17 ms after it was made. The inbox reached 0.50 of the minimal server meanwhile (threshold 0.5), at 10,000 tickets.
- A week of the planner with 2,000 visits and 400 tickets without a date: 0.55 of the minimal server at 10,000 tickets (threshold 0.5); \`npm run bench -- small bare planner\` measures it again.
- The planner with 200 more tickets, on a screen of 1440 by 900 in Chromium: 60 frames a second while a visit is dragged for two seconds (median 16.7 ms, 1 of 252 frames took longer than 17.5) and while the page scrolls (none of 127).

## Writes

Eight callers except for photos and reports, milliseconds. The baseline writes the change and its audit entry in one transaction, without checks, notifications or idempotency keys; it creates the same photos and reports with the same libraries.

${table(
  [
    'Call',
    '/s',
    'p50',
    'p99',
    'baseline /s',
    'baseline p50',
    'of baseline',
    `p50 at ${formatCount(small.size.tickets)}`,
    '',
  ],
  changes.map(({ name, api, baseline, note }) => [
    name,
    formatRate(api),
    formatTime(api.p50),
    formatTime(api.p99),
    formatRate(baseline),
    formatTime(baseline.p50),
    (api.perSecond / baseline.perSecond).toFixed(2),
    formatTime(changesBefore.get(name)?.p50 ?? Number.NaN),
    note ?? '',
  ]),
)}
`
}

/** Names the tables that are scanned, with the number of calls and one of them. */
function scanning({ scanning: plans }: CallSummary): string {
  if (plans.length === 0) return 'No plan of these calls has one.'
  const byTable = Map.groupBy(plans, ({ table }) => table)
  const tables = [...byTable].map(([table, calls]) => `${table} (${calls.length}, like \`${calls[0]?.call}\`)`)
  return `Plans that have one, by table: ${tables.join('; ')}.`
}

function readRow({ name, kind, api, baseline, growth }: ReadMeasurement): string[] {
  const ofBaseline = api.eight.perSecond / baseline.eight.perSecond
  const slower = api.one.p50 / baseline.one.p50
  return [
    name,
    formatCount(api.eight.perSecond),
    formatTime(api.one.p50),
    formatTime(api.one.p99),
    formatCount(baseline.eight.perSecond),
    formatTime(baseline.one.p50),
    ofBaseline.toFixed(2) + missedMark(ofBaseline >= thresholds.ofBaseline || kind === 'wide'),
    growth === undefined ? '–' : growth.toFixed(2) + missedMark(growth <= thresholds.growth || kind === 'wide'),
    slower.toFixed(2) + missedMark(slower <= thresholds.wide || kind === 'tab'),
  ]
}

function bareRow(small: MinimalServerRow, large: MinimalServerRow | undefined): string[] {
  const share = ({ api, bare, threshold }: MinimalServerRow) => {
    const ratio = api.perSecond / bare.perSecond
    return ratio.toFixed(2) + missedMark(ratio >= threshold)
  }
  const cpu = ({ server, database }: { server: number; database: number }) =>
    `${server.toFixed(2)} + ${database.toFixed(2)}`
  // the large database has no planned week
  const { api, bare } = (large ?? small).cpu
  return [
    small.name,
    formatRate(small.api),
    share(small),
    large ? formatRate(large.api) : '–',
    large ? share(large) : '–',
    cpu(api),
    cpu(bare),
  ]
}
