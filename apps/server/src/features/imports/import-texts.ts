import { constants } from '@chisholm/domain/constants'
import { siteInFull } from '@chisholm/domain/site-in-full'

const joinNames = (some: readonly string[]) => some.join(', ')
const maxNamed = 20
const joinFirstNames = (names: readonly string[]) =>
  names.length > maxNamed
    ? `${joinNames(names.slice(0, maxNamed))} and ${names.length - maxNamed} more`
    : joinNames(names)

/** Each text names the error and the expected value. */
export const importTexts = {
  tooLarge: (most: number) => `The file is larger than ${most / 1024 / 1024} MB. Please split it into smaller ones.`,
  tooManyRows: (most: number, rows: number) =>
    `The file has ${rows} rows; an import takes ${most}. Please split it into smaller files.`,
  farTooManyRows: (most: number, rows: number) =>
    `The file has more than ${rows} rows; an import takes ${most}. Please split it into smaller files.`,
  noFile: 'Please choose a CSV file.',
  empty: (columns: readonly string[]) => `The file is empty. Its first row names the columns: ${joinNames(columns)}.`,
  notCsv: 'This is no CSV file. In Excel, choose Save as and then CSV UTF-8.',
  cutOff:
    'The file ends in the middle of a character: it is truncated. Please save it again and upload the complete file.',
  quoteOpen: (line: number) => `Line ${line}: a quotation mark is opened and never closed. Close it, or take it away.`,
  rowTooLong: (line: number, most: number) =>
    `Line ${line}: the row that begins here is longer than ${most} characters. Look for a quotation mark that is opened and never closed.`,
  nulCharacter: (line: number) =>
    `Line ${line}: there is a NUL character (U+0000), which is no part of any text. Take it away, or export the file again as CSV UTF-8.`,
  tooManyColumns: (most: number, columns: number) => `The first row names ${columns} columns; an import reads ${most}.`,
  quoteInside: 'There is a quotation mark within a cell. Write it twice, and put the whole cell in quotation marks.',
  notReadable: 'The rows from here on could not be read. Check separators and quotation marks.',
  missingColumn: (column: string, found: readonly string[]) =>
    `The column ${column} is missing. The file has: ${joinNames(found)}.`,
  duplicateColumn: (column: string) => `The column ${column} occurs twice. Keep one of them.`,
  tooManyCells: (cells: number, columns: number) =>
    `The row has ${cells} cells and the file ${columns} columns. A text with a separator in it belongs in quotation marks.`,
  required: (column: string) => `${column} is empty. Please fill it in.`,
  tooLong: (most: number) => `The text is longer than ${most} characters. Please shorten it.`,
  duplicateOfLine: (line: number) => `Line ${line} says this already. Keep one of the two.`,
  differsFromLine: (line: number) =>
    `Line ${line} says something else of the same. Make the two alike, or empty this cell.`,
  flag: (text: string) => `“${text}” is neither yes nor no.`,
  ambiguousTraining: (title: string) => `Several trainings are called “${title}”. Rename one of them first.`,
  unknownCustomer: (name: string) =>
    `There is no customer “${name}”. Import it under Customers first, or correct its name.`,
  ambiguousCustomer: (name: string) => `Several customers are called “${name}”. Rename one of them first.`,
  ambiguousSite: (name: string) => `This customer has several sites called “${name}”. Rename one of them first.`,
  siteOfSeveralCustomers: (name: string, customer: string) =>
    `Several of these customers have a site “${name}”. Name it with its customer: ${siteInFull(customer, name)}.`,
  unknownSite: (name: string, customer: string, sites: readonly string[]) =>
    sites.length > 0
      ? `“${name}” is no site of ${customer}. Its sites are: ${joinFirstNames(sites)}.`
      : `“${name}” is no site of ${customer}, which has none. Import it under Sites first.`,
  unknownSiteOfPostMortem: (site: string, customer: string) =>
    `“${site}” is no site of ${customer}. Import it under Sites first, or correct its name.`,
  retiredSite: (site: string) => `“${site}” is retired; only completed tickets can be imported there.`,
  retiredSiteOfUser: (site: string) => `“${site}” is retired, so nobody gets access to it any more. Leave it out.`,
  draft: 'A draft cannot be imported, because it would reach the veterinarians. Send it first, or leave its lines out.',
  vetForCompleted: 'A completed ticket needs the e-mail address or the name of who completed it.',
  unknownVet: (vet: string) =>
    `No veterinarian has the address “${vet}”, and not exactly one has this name. Import the person under People first, or correct it.`,
  disabledVet: (vet: string) => `“${vet}” is disabled and can only have completed tickets. Leave this cell empty.`,
  unknownEntry: (name: string, list: string) =>
    `“${name}” is not in the list ${list}. Import it there first, or correct its name.`,
  date: (text: string) =>
    `“${text}” is no date. It would look like 2026-03-31, 03/31/2026 or 2026-03-31T14:30:00-06:00.`,
  completedBeforeSent: 'The ticket would be completed before it was sent. Please check both times.',
  inFuture: 'This lies in the future. It has not happened yet.',
  number: (min: number, max: number) => `This must be a number from ${min} to ${max}.`,
  wholeNumber: (max: number) => `This must be a whole number from 0 to ${max}.`,
  ambiguousComma: (text: string) =>
    `“${text}” could be ${text.replace(',', '')} or ${text.replace(',', '.')}. Write the one that you mean.`,
  shortenedNumber: (text: string) =>
    `A spreadsheet has shortened a number to “${text}”. Format its column as text there, and enter the whole number.`,
  treatment: 'A treatment has no name. It would look like 2026-11-03 Florfenicol: second dose; Vitamin B1.',
  photosNeedCommandLine:
    'Photos are imported on the server: npx chisholm import post-mortems FILE --photos FOLDER. Or empty this column.',
  tooManyPhotos: (most: number) => `These are more than ${most} photos. Leave some out.`,
  unknownPhoto: (name: string) => `There is no photo “${name}” in the folder or ZIP. Mend its name, or put it there.`,
  ambiguousPhoto: (name: string) => `Several photos are called “${name}”. Name the one you mean with its folder.`,
  largePhoto: (name: string) => `The photo “${name}” is larger than ${constants.photo.maxBytes / 1024 / 1024} MB.`,
  rejectedPhoto: (line: number, why: string) => `Line ${line}, photos: ${why} Nothing was imported.`,
  vetLeftMeanwhile:
    'A veterinarian who has open tickets in this file was disabled or erased in the meantime. Nothing was imported: check the file again.',
  changedMeanwhile:
    'Something that this file names was deleted or moved in the meantime. Nothing was imported: check the file again.',
  customerForSites: 'Name the customer whose sites these are.',
  sitesForClient: 'A client needs at least one site. Name them here, separated by semicolons.',
  sitesForClientsOnly: 'Only clients are linked to sites. Leave this cell empty.',
  email: (text: string) => `“${text}” is no e-mail address. It would look like ada@feeders.example.`,
  unknownRole: (text: string, roles: readonly string[]) =>
    `“${text}” is no role you may give. Use ${joinNames(roles)}.`,
  roleNotYours: 'The roles of this person are not yours to change. Leave this cell empty.',
  userNotYours: 'This person is not yours to change. Take the row out.',
  ownRoles: 'Your own roles are changed by another Admin. Leave this cell empty.',
  deletedUser: 'This address belongs to an account that was deleted.',
}
