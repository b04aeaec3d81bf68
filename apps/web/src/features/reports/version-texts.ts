import type { ReportVersion } from '@chisholm/domain/schemas/report-versions'

const kinds: Record<ReportVersion['kind'], string> = {
  preliminary: 'Preliminary',
  final: 'Final',
  amended: 'Amended',
}

export const versionTexts = {
  title: 'Report',
  failed: 'There was an error while getting the versions of the report.',
  none: 'No report has been issued yet.',
  notSeenYet: 'The client does not see the opinion until then.',
  kindAndNumber: ({ kind, number }: Pick<ReportVersion, 'kind' | 'number'>) => `${kinds[kind]} · version ${number}`,
  current: 'Current',
  superseded: 'Superseded',
  issued: 'Issued',
  issuedBy: (name: string) => `by ${name}`,
  reason: (reason: string) => `Reason: ${reason}`,
  open: 'Open',
  openOf: (number: number) => `Open version ${number}`,
  verify: (code: string) => `Verify by code ${code}`,
  preview: 'Preview',
  needsConnection: 'There is no connection. Previewing, issuing and amending a report need one.',
  unsent: 'Some changes to this ticket are not sent yet. Please wait until they are, or correct or discard them first.',
  unsaved: 'What you typed about the animals could not be saved. Please save it first.',
  notDone: 'There was an error while changing the report.',
  group: {
    label: 'Describe animals of the same diagnosis together',
    failed: 'There was an error while saving how the report groups animals.',
  },
  changes: {
    title: (number: number) => `What changed since version ${number}`,
    failed: 'There was an error while getting what changed.',
    none: 'Nothing in the printed report changed.',
    ticket: 'Ticket',
    before: 'Before:',
    after: 'Now:',
    empty: 'empty',
  },
  issue: {
    button: 'Issue preliminary report',
    ask: 'Issue a preliminary report?',
    explained:
      'The client will see it at once, with the opinions as they are now. It cannot be taken back, only replaced by a later version.',
    confirm: 'Issue',
    failed: 'There was an error while issuing the report.',
    done: 'The report was issued. The client sees it now.',
  },
  amend: {
    button: 'Amend',
    title: (ticket: string) => `Amend ${ticket}`,
    explained:
      'You can then change opinions and photos. The client keeps seeing the report as issued until you issue the amended one with this reason.',
    reason: 'Why is it amended?',
    failed: 'There was an error while opening the amendment.',
    done: 'Opinions and photos can be changed now.',
  },
  amendment: {
    title: 'This ticket is being amended',
    since: (name: string | null) => (name === null ? 'Opened' : `Opened by ${name},`),
    hidden: 'The client sees the report as issued until the amended one is issued.',
    animalsWait: 'Animals can be changed again afterwards.',
    issue: 'Issue amended report',
    ask: 'Issue the amended report?',
    explained: (reason: string) =>
      `The client will see it at once, beside the versions before, with the reason: ${reason}`,
    discard: 'Discard the amendment',
    askDiscard: 'Put everything back as issued?',
    discardExplained:
      'What was changed since the amendment was opened is lost: opinions, captions and places of photos. Photos that were added stay.',
    discarded: 'Everything is as it was issued.',
  },
  pageHeader: (ticket: string, number: number) => `${ticket}, version ${number}`,
  pageTitle: (ticket: string, number: number) => `Report ${ticket}, version ${number}`,
  draftTitle: (ticket: string) => `Draft of report ${ticket}`,
  replacedBy: (number: number) => `This version was replaced by version ${number}.`,
} as const
