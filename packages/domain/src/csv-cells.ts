/** Text that a spreadsheet would run as a formula, also behind apostrophes of its own. */
const formula = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Puts an apostrophe before text that a spreadsheet would run as a formula, which `unprotectFormula` removes. */
export const protectFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Removes the apostrophe that `protectFormula` puts before text. */
export const unprotectFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text
