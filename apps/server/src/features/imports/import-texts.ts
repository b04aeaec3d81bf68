const list = (some: readonly string[]) => some.join(', ')

/** What an import says of a file: what is wrong, and what would be right. */
export const importTexts = {
  tooLarge: 'The file is larger than 10 MB. Please split it into smaller ones.',
  tooManyRows: (most: number, rows: number) =>
    `The file has ${rows} rows; an import takes ${most}. Please split it into smaller files.`,
  noFile: 'Please choose a CSV file.',
  empty: (columns: readonly string[]) => `The file is empty. Its first row names the columns: ${list(columns)}.`,
  noCsv: 'This is no CSV file. In Excel, choose Save as and then CSV UTF-8.',
  quoteOpen: 'A quotation mark is opened and never closed. Close it, or take it away.',
  quoteInside: 'A quotation mark stands within a cell. Write it twice, and the whole cell in quotation marks.',
  notReadable: 'The rows from here on could not be read. Check separators and quotation marks.',
  missingColumn: (column: string, found: readonly string[]) =>
    `The column ${column} is missing. The file has: ${list(found)}.`,
  doubleColumn: (column: string) => `The column ${column} is there twice. Keep one of them.`,
  tooManyCells: (cells: number, columns: number) =>
    `The row has ${cells} cells and the file ${columns} columns. A text with a separator in it belongs in quotation marks.`,
  required: (column: string) => `${column} is empty. Please fill it in.`,
  tooLong: (most: number) => `The text is longer than ${most} characters. Please shorten it.`,
  sameAsLine: (line: number) => `Line ${line} says this already. Keep one of the two.`,
  unknownCustomer: (name: string) =>
    `There is no customer “${name}”. Import it under Customers first, or mend its name.`,
  twoCustomers: (name: string) => `Several customers are called “${name}”. Rename one of them first.`,
  twoSites: (name: string) => `This customer has several sites called “${name}”. Rename one of them first.`,
  unknownSite: (name: string, customer: string, sites: readonly string[]) =>
    sites.length > 0
      ? `“${name}” is no site of ${customer}. Its sites are: ${list(sites)}.`
      : `“${name}” is no site of ${customer}, which has none. Import it under Sites first.`,
  customerForSites: 'Name the customer whose sites these are.',
  sitesForClient: 'A client needs at least one site. Name them here, separated by semicolons.',
  sitesForClientsOnly: 'Only clients are linked to sites. Leave this cell empty.',
  email: (text: string) => `“${text}” is no e-mail address. It would look like ada@feeders.example.`,
  unknownRole: (text: string, roles: readonly string[]) => `“${text}” is no role you may give. Use ${list(roles)}.`,
  roleNotYours: 'The roles of this person are not yours to change. Leave this cell empty.',
  userNotYours: 'This person is not yours to change. Take the row out.',
  ownRoles: 'Your own roles are changed by another Admin. Leave this cell empty.',
  deletedUser: 'This address belongs to an account that was deleted.',
}
