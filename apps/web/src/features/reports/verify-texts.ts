import type { VerifiedReport } from '@chisholm/domain/schemas/report-versions'

const kinds: Record<VerifiedReport['kind'], string> = {
  preliminary: 'preliminary',
  final: 'final',
  amended: 'amended',
}

export const verifyTexts = {
  title: 'Verify a report',
  current: 'This report is current',
  superseded: 'This report was replaced',
  replacedBy: (number: number) => `Ask for version ${number}: it is the current one.`,
  issuedBy: (provider: string) => `Issued by ${provider}`,
  ticket: 'Ticket',
  version: 'Version',
  versionOf: ({ number, kind }: Pick<VerifiedReport, 'number' | 'kind'>) => `${number}, ${kinds[kind]}`,
  issued: 'Issued',
  code: 'Code',
  isUnchanged: 'Is your copy unchanged?',
  comparedHere: 'Choose the PDF, or drop it here. It is compared on this device and not sent anywhere.',
  choose: 'Choose the PDF',
  chooseAnother: 'Choose another PDF',
  matches: 'Your copy is unchanged',
  matchesExplained: (name: string) => `${name} is, byte for byte, the report that was issued.`,
  differs: 'Your copy is not this report',
  differsExplained: (name: string) =>
    `${name} differs from the report that was issued. It may have been changed, or it is another version or another report.`,
  cannotCompare: 'This browser compares files on a secure connection (https) only.',
  cannotRead: 'This file could not be read. Please choose it again.',
  proves: 'This page proves who issued the report and whether it was replaced. It reveals nothing of its content.',
  unknown: 'There is no report with this code',
  unknownExplained:
    'Please compare the code in the address with the one at the foot of the report. If they are the same, the report was not issued here.',
  failed: 'There was an error while verifying the report.',
} as const
