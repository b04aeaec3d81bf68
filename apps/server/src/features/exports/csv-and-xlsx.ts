import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { serverConstants } from '@chisholm/domain/constants'
import { protectFormula } from '@chisholm/domain/csv-cells'
import type { Cell } from './list-export.ts'

export const formats = ['csv', 'xlsx'] as const
export type Format = (typeof formats)[number]

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Streams rows as a file. Rows are read only as fast as the file is. */
export const createExportFile = (
  format: Format,
  name: string,
  header: string[],
  rows: AsyncIterable<Cell[]>,
): Readable =>
  Readable.from(format === 'csv' ? generateCsv(header, rows) : generateXlsx(name, header, rows), { objectMode: false })

/** A byte order mark tells Excel that the file is UTF-8. */
const byteOrderMark = '\uFEFF'

/** Writes CSV (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe. */
async function* generateCsv(header: string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  // The library puts texts into quotation marks only for CR LF, but a lone CR or LF needs them, too.
  const toCsv = (rows: Cell[][]) =>
    stringify(rows, { record_delimiter: '\r\n', cast: { string: protectFormula }, quoted_match: /[\r\n]/ })
  let buffered: Cell[][] = [header]
  let start = byteOrderMark
  for await (const row of rows) {
    buffered.push(row)
    if (buffered.length < serverConstants.exports.chunk) continue
    yield start + toCsv(buffered)
    start = ''
    buffered = []
  }
  if (buffered.length > 0) yield start + toCsv(buffered)
}

/** Characters that XML does not allow. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const invalidXmlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const maxCellLength = 32_767

/**
 * Writes a workbook. If there are more rows than one sheet holds, it has several. Texts are stored as texts, never as
 * formulas.
 */
async function* generateXlsx(name: string, header: string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<Uint8Array> {
  // The library is loaded when it is first used, because most servers rarely write a workbook.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const columns = header.map((title) => ({ header: title, width: Math.max(12, title.length + 2) }))
  const sheet = writeXlsxStream(fitXlsxCells(rows), { name: name.slice(0, 25), columns, freezePane: { rows: 1 } })
  // cast: the same web stream, in Node's own type
  yield* Readable.fromWeb(sheet as Parameters<typeof Readable.fromWeb>[0])
}

async function* fitXlsxCells(rows: AsyncIterable<Cell[]>): AsyncGenerator<Cell[]> {
  for await (const row of rows)
    yield row.map((cell) =>
      typeof cell === 'string' ? cell.replaceAll(invalidXmlCharacters, '').slice(0, maxCellLength) : cell,
    )
}
