import { formatNumber } from '@chisholm/domain/format-number'
import { plural } from '@chisholm/domain/plural'

export const importTexts = {
  title: 'Import',
  hint: 'Customers, sites, people, tickets of an old system, trainings and library lists from CSV files.',
  explained:
    'Choose what to import, then the file. You first see what would change; nothing is saved until you apply it.',
  what: 'What to import',
  kinds: {
    customers: 'Customers',
    sites: 'Sites',
    lots: 'Lots',
    'head-counts': 'Head counts',
    users: 'People',
    'post-mortems': 'Tickets of an old system',
    trainings: 'Trainings',
  },
  library: (list: string) => `Library: ${list}`,
  columns: (columns: readonly string[]) => `Columns: ${columns.join(', ')}.`,
  open: (list: string) => `Open ${list}`,
  rules: {
    customers: 'An existing customer is not changed; upper and lower case make no difference.',
    sites: 'A site is recognised by its customer and name. Empty cells change nothing.',
    lots: 'A lot is recognised by its site and name, whatever the case and the spaces. Empty cells change nothing.',
    'head-counts': 'A site has one head count a day; an existing one is replaced.',
    users:
      'A person is recognised by the e-mail address. Empty cells change nothing, and nobody loses a role or a site. Put semicolons between several sites.',
    'post-mortems':
      'A line for each animal; lines with the same number are one ticket, and only the first has to name customer, site and date. A ticket whose number exists already is not changed. Dates look like 2026-03-31 or 03/31/2026. With a completion date and the e-mail address of the veterinarian a ticket is completed. No e-mails are sent. Photos are imported on the server by the command line.',
    trainings:
      'A training is recognised by its title, a section by its heading. A line for each section. Empty cells change nothing, and no section is taken away.',
    library: 'An entry is recognised by its name; upper and lower case make no difference. Empty cells change nothing.',
  },
  aboutFile: 'What the file contains',
  template: 'Download a template',
  choose: 'Choose a CSV file',
  orDrop: (megabytes: number, rows: number) => `or drop it here. Up to ${megabytes} MB and ${formatNumber(rows)} rows.`,
  chooseAnother: 'Choose another file',
  mail: 'Invite new people by e-mail',
  mailHint: 'Each person gets an e-mail with a temporary password. You can also invite them later.',
  checking: 'The file is being read.',
  again: 'Check again',
  apply: 'Apply',
  failed: 'The file could not be read.',
  counts: { new: 'new', changed: 'changed', unchanged: 'unchanged' },
  problemsCounted: (problems: number) => plural(problems, 'problem', 'problems'),
  mend: (problems: number) =>
    plural(
      problems,
      'There is one problem. Correct it in the file and choose the file again; nothing was saved.',
      `There are ${problems} problems. Correct them in the file and choose the file again; nothing was saved.`,
    ),
  firstProblems: (shown: number, hidden: number) =>
    `These are the first ${shown}; ${formatNumber(hidden)} more are not shown.`,
  ready: 'Nothing is saved yet. Apply it if this is what you want.',
  noRows: 'The file has no rows below its heading.',
  nothing: 'Everything in this file already exists. There is nothing to apply.',
  applied: (made: number, changed: number) => `Imported: ${made} new, ${changed} changed.`,
  tickets: (tickets: number) =>
    plural(tickets, 'They are animals of one ticket.', `They are animals of ${tickets} tickets.`),
  emails: (emails: number) => plural(emails, 'One invitation is sent.', `${emails} invitations are sent.`),
  ignored: (columns: readonly string[]) => `These columns are ignored: ${columns.join(', ')}.`,
  problems: 'Problems',
  rows: 'New and changed',
  firstRows: (shown: number) => `The first ${shown} rows.`,
  line: (line: number) => `Line ${line}`,
} as const
