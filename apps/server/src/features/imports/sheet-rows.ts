import { Readable } from 'node:stream'
import { CsvError, type InfoRecord, parse } from 'csv-parse'
import { constants } from '@chisholm/domain/constants'
import { importTexts } from './import-texts.ts'
import { addProblems, noProblems, type Problem } from './problems.ts'
import type { Columns, Sheet, SheetRow } from './sheet.ts'
import { formatOf, type TextFormat, textOf, Unreadable } from './sheet-text.ts'

/** Rows are handed over so many at a time, or fewer where they are long. */
const chunk = { rows: 500, characters: 500_000 }
const mostColumns = 1000

/** Where a column of the list stands in the file; -1 when it is not there. */
interface Header {
  line: number
  width: number
  places: [column: string, place: number][]
}

/**
 * Reads a CSV file by the names of its columns, whatever their case and order, some rows at a time. Rows with a gap are
 * left out: what they would mean need not be told on top.
 * @returns what is known of the file once it was read to its end
 * @throws Unreadable  empty, no text, a quotation mark left open, or more rows than an import takes
 */
export async function* rowsOf(file: string, columns: Columns, maxRows: number): AsyncGenerator<SheetRow[], Sheet> {
  const format = await formatOf(file)
  if (format.isBlank) throw new Unreadable(importTexts.empty(columns.all))
  const sheet: Sheet = { count: 0, problems: noProblems(), ignored: [] }
  let header: Header | null = null
  let rows: SheetRow[] = []
  let characters = 0
  for await (const { line, cells } of recordsOf(file, format, (problem) => addProblems(sheet.problems, [problem]))) {
    if (!header) {
      header = headerOf(line, cells, columns, sheet)
      continue
    }
    // what is not read any more is counted, but not for ever
    if (++sheet.count > maxRows || header.places.length === 0) {
      if (sheet.count > maxRows * 10) throw new Unreadable(importTexts.farTooManyRows(maxRows, maxRows * 10))
      continue
    }
    const { row, problems } = rowOf(line, cells, header, columns)
    addProblems(sheet.problems, problems)
    if (problems.length === 0) rows.push(row)
    for (const cell of cells) characters += cell.length
    if (rows.length < chunk.rows && characters < chunk.characters) continue
    yield rows
    rows = []
    characters = 0
  }
  if (sheet.count > maxRows) throw new Unreadable(importTexts.tooManyRows(maxRows, sheet.count))
  if (rows.length > 0) yield rows
  return sheet
}

const nameOf = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** Finds the columns of the list; with one missing or there twice no row can be read. */
function headerOf(line: number, cells: string[], columns: Columns, sheet: Sheet): Header {
  if (cells.length > mostColumns) throw new Unreadable(importTexts.tooManyColumns(mostColumns, cells.length))
  const titles = cells.map((title) => title.trim())
  const names = titles.map(nameOf)
  sheet.ignored = titles.filter((title, index) => title && !columns.all.some((column) => column === names[index]))
  const missing = columns.required.filter((column) => !names.includes(column))
  const twice = columns.all.filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
  addProblems(sheet.problems, [
    ...missing.map((column) => ({ line, column, text: importTexts.missingColumn(column, titles) })),
    ...twice.map((column) => ({ line, column, text: importTexts.doubleColumn(column) })),
  ])
  const isReadable = missing.length + twice.length === 0
  return {
    line,
    width: cells.length,
    places: isReadable ? columns.all.map((column) => [column, names.indexOf(column)]) : [],
  }
}

/** An export puts an apostrophe before what a spreadsheet would run; it is no part of the text. */
const cellOf = (text: string | undefined) => (text ?? '').replace(/^'(?=[=+\-@\t\r])/, '').trim()

function rowOf(line: number, all: string[], header: Header, columns: Columns): { row: SheetRow; problems: Problem[] } {
  const cells = Object.fromEntries(header.places.map(([column, place]) => [column, cellOf(all[place])]))
  const problems: Problem[] = []
  if (all.length > header.width && all.slice(header.width).some((cell) => cell.trim()))
    problems.push({ line, column: null, text: importTexts.tooManyCells(all.length, header.width) })
  for (const [column] of header.places) {
    const cell = cells[column] ?? ''
    const most = columns.longest?.[column] ?? constants.cell.max
    if (cell === '' && columns.required.includes(column))
      problems.push({ line, column, text: importTexts.required(column) })
    if (cell.length > most) problems.push({ line, column, text: importTexts.tooLong(most) })
  }
  return { row: { line, cells }, problems }
}

interface Found {
  info: InfoRecord
  record: string[]
}

/** The rows of a text with the lines they begin on; empty ones are left out. */
async function* recordsOf(
  file: string,
  { encoding, separator }: TextFormat,
  wrong: (problem: Problem) => void,
): AsyncGenerator<{ line: number; cells: string[] }> {
  const options = {
    delimiter: separator,
    relax_column_count: true,
    info: true,
    max_record_size: constants.cell.rowMax,
  } as const
  const text = Readable.from(textOf(file, encoding))
  const parser = text.pipe(parse(options))
  text.on('error', (thrown) => parser.destroy(thrown))
  let line = 1
  try {
    // cast: csv-parse gives records with their place when asked to, which its types do not know
    for await (const { info, record } of parser as AsyncIterable<Found>) {
      if (record.some((cell) => cell.trim() !== '')) yield { line, cells: record }
      line = info.lines + 1
    }
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure
    if (failure.code === 'CSV_QUOTE_NOT_CLOSED') throw new Unreadable(importTexts.quoteOpen(line))
    if (failure.code === 'CSV_MAX_RECORD_SIZE')
      throw new Unreadable(importTexts.rowTooLong(line, constants.cell.rowMax))
    wrong({
      line: Number(failure['lines'] ?? line),
      column: null,
      text: reasons[failure.code] ?? importTexts.notReadable,
    })
  } finally {
    text.destroy()
    parser.destroy()
  }
}

const reasons: Partial<Record<string, string>> = {
  INVALID_OPENING_QUOTE: importTexts.quoteInside,
  CSV_INVALID_CLOSING_QUOTE: importTexts.quoteInside,
}
