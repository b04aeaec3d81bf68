import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from './version.ts'

/** Process-wide metrics; `http/metrics.ts` serves them. */
export const processRegistry = new Registry()
collectDefaultMetrics({ register: processRegistry })

new Gauge({
  name: 'chisholm_build_info',
  help: 'Always 1; its labels name the version of Chisholm and of Node.js',
  labelNames: ['version', 'node'],
  aggregator: 'first',
  registers: [processRegistry],
}).set({ version: version(), node: process.version }, 1)

/** Time to render a report; cached reports do not count. */
export const reportDuration = new Histogram({
  name: 'chisholm_report_duration_seconds',
  help: 'Time to render the PDF of a report, including photos',
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [processRegistry],
})

/** E-mail attempts by outcome: `sent` or `failed`; retries count each time. */
export const emailsSent = new Counter({
  name: 'chisholm_mails_total',
  help: 'Attempts to send an e-mail, by outcome',
  labelNames: ['outcome'],
  registers: [processRegistry],
})
// Initialised, because a rate misses the first event of a new counter.
for (const outcome of ['sent', 'failed']) emailsSent.inc({ outcome }, 0)

/** Attempts to send a push by outcome; retries count each time. */
export const pushesSent = new Counter({
  name: 'chisholm_pushes_total',
  help: 'Attempts to send a push notification, by outcome',
  labelNames: ['outcome'],
  registers: [processRegistry],
})
for (const outcome of ['sent', 'unsubscribed', 'failed']) pushesSent.inc({ outcome }, 0)

/** Deleted files: `upload` of aborted requests, `orphan` without a row. */
export const filesRemoved = new Counter({
  name: 'chisholm_files_removed_total',
  help: 'Files removed: leftovers of interrupted uploads, and files that no row references',
  labelNames: ['kind'],
  registers: [processRegistry],
})
for (const kind of ['upload', 'orphan']) filesRemoved.inc({ kind }, 0)
