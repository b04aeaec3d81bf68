import type { ReportPeriod } from '@chisholm/domain/scheduled-reports'

const every: Record<ReportPeriod, string> = {
  week: 'Every week, on Monday morning',
  month: 'Every month, on the morning of the 1st',
}

/** Texts of scheduled reports, which are called summaries on the screen. */
export const scheduledReportTexts = {
  title: 'Summaries by e-mail',
  hint: 'A PDF of the previous week or month, with charts and tables. Everybody gets the figures of their own sites.',
  failed: 'The summaries could not be loaded.',
  none: 'There are no summaries yet.',
  notSaved: 'The summary could not be saved.',
  notDeleted: 'The summary could not be deleted.',
  noPreview: 'The PDF could not be created.',
  add: 'Add a summary',
  edit: 'Edit the summary',
  delete: 'Delete the summary',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'Nobody will receive it any more.',
  preview: 'Preview',
  previewOf: (name: string) => `Preview of ${name}`,
  recipientCount: (count: number) =>
    count === 0 ? 'no recipients' : count === 1 ? 'to 1 person' : `to ${count} people`,
  name: 'Name',
  every: 'When',
  everyWord: every,
  site: 'Site',
  allSites: 'All sites each recipient can see',
  severalSites: 'Several sites',
  system: 'Body system',
  anySystem: 'All',
  recipients: 'Recipients',
  addRecipient: 'Add a recipient',
  addHint: 'Search by name or e-mail address',
  removeRecipient: (name: string) => `Remove ${name}`,
  somebody: 'Somebody you cannot see',
} as const
