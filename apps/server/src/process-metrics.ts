import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from './version.ts'

/** What is measured of the process, whichever app of it answers; `http/metrics.ts` tells it. */
export const processRegistry = new Registry()
collectDefaultMetrics({ register: processRegistry })

new Gauge({
  name: 'chisholm_build_info',
  help: 'Always 1; its labels name the version of Chisholm and of Node.js',
  labelNames: ['version', 'node'],
  aggregator: 'first',
  registers: [processRegistry],
}).set({ version: version(), node: process.version }, 1)

/** Time to make a report; one that is kept already is not made anew. */
export const reportDuration = new Histogram({
  name: 'chisholm_report_duration_seconds',
  help: 'Time to set the PDF of a report, its photos included',
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [processRegistry],
})

/** Letters by their outcome: `sent` or `failed`. One that is tried again counts each time. */
export const emailsSent = new Counter({
  name: 'chisholm_mails_total',
  help: 'Tries to send a mail, by outcome',
  labelNames: ['outcome'],
  registers: [processRegistry],
})
// A rate over a counter that appears with its first failure would miss that failure.
for (const outcome of ['sent', 'failed']) emailsSent.inc({ outcome }, 0)

/** Files that were removed because nothing needs them: `upload` of a broken-off request, `orphan` that no row names. */
export const filesRemoved = new Counter({
  name: 'chisholm_files_removed_total',
  help: 'Files removed that broken-off uploads left, or that no row names',
  labelNames: ['kind'],
  registers: [processRegistry],
})
for (const kind of ['upload', 'orphan']) filesRemoved.inc({ kind }, 0)
