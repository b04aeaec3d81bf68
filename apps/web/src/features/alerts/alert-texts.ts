import type { AlertKind } from '@chisholm/domain/alerts'
import { deathCount } from '@chisholm/domain/key-figures'
import { plural } from '@chisholm/domain/plural'

const kinds: Record<AlertKind, string> = {
  count: 'Number of deaths',
  rate: 'Deaths per 1,000 head a month',
  unusual: 'More than usual',
}
const times = (count: number) => (count === 2 ? 'twice' : plural(count, 'once', `${count} times`))
const lastDays = (days: number) => plural(days, 'on the day', `in ${days} days`)

/** Texts of alerts and their rules. */
export const alertTexts = {
  title: 'Alerts',
  none: 'No alerts yet.',
  failed: 'The alerts could not be loaded.',
  notSaved: 'This was not saved.',
  notDeleted: 'The rule could not be deleted.',
  acknowledge: 'Acknowledge',
  acknowledgeOf: (name: string) => `Acknowledge ${name}`,
  deaths: 'Show the deaths',
  deathsOf: (name: string) => `Show the deaths of ${name}`,
  note: 'Note',
  noteHint: 'What you found, or did about it.',
  acknowledged: (note: string) => `Acknowledged: ${note}`,
  /** The value that made a rule fire. */
  value: (kind: AlertKind, value: number, days: number) => {
    const rounded = Math.round(value * 10) / 10
    if (kind === 'count') return `${deathCount(rounded)} ${lastDays(days)}`
    if (kind === 'rate') return `${rounded} per 1,000 head a month, ${lastDays(days)}`
    return `${rounded} standard deviations above the days before`
  },
  rules: {
    title: 'Rules',
    hint: 'A rule alerts you once when its limit is reached, and again only after the figure was below it.',
    failed: 'The rules could not be loaded.',
    none: 'There are no rules yet.',
    add: 'Add a rule',
    edit: 'Edit the rule',
    delete: 'Delete the rule',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'Its alerts are deleted with it.',
    name: 'Name',
    site: 'Site',
    allSites: 'All my sites',
    /** To a veterinarian, who also sees the rules of clients. */
    sitesOfAuthor: 'All sites its author can see',
    diagnosis: 'Diagnosis',
    system: 'Body system',
    anySystem: 'Any',
    anyDiagnosis: 'Any',
    kind: 'Warn of',
    kinds,
    threshold: { count: 'Deaths', rate: 'Deaths per 1,000 head a month', unusual: 'Standard deviations' },
    days: 'Days',
    /** The condition of a rule in one line. */
    condition: (kind: AlertKind, threshold: number, days: number) => {
      if (kind === 'unusual') return `More than ${threshold} standard deviations above the days before`
      if (kind === 'rate') return `${threshold} per 1,000 head a month ${lastDays(days)}`
      return `${deathCount(threshold)} ${lastDays(days)}`
    },
    dryRun: (count: number) =>
      count === 0 ? 'Would not have fired in the past year.' : `Would have fired ${times(count)} in the past year`,
    lastOn: (day: string) => `last on ${day}.`,
    dryRunHint: 'Fill in the rule to see how often it would have fired in the past year.',
    dryRunRuns: 'Counting the past year …',
  },
} as const
