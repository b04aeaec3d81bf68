import type { ReportHistory } from '../pdf/report-content.ts'

/** The history of an animal without any known data. */
export const noHistory: ReportHistory = {
  found: null,
  died: null,
  lastSeenAlive: null,
  deathKind: null,
  euthanasiaNote: null,
  airTemperature: null,
  arrived: null,
  daysOnFeed: null,
  treatments: null,
  dangerSigns: null,
}
