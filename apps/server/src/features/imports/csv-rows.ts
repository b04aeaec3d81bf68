import { Readable } from 'node:stream'
import { CsvError, type InfoRecord, parse } from 'csv-parse'
import { serverConstants } from '@chisholm/domain/constants'
import { unprotectFormula } from '@chisholm/domain/csv-cells'
import { columnNameOf, importAliases } from '@chisholm/domain/import-columns'
import { countCharacters } from '@chisholm/domain/validation'
import { importTexts } from './import-texts.ts'
import { addProblems, noProblems, type ImportProblem } from './import-problems.ts'
import type { CsvColumns, CsvSummary, CsvRow } from './read-csv.ts'
import { detectFormat, type CsvFormat, decodeFile, UnreadableFileError } from './csv-encoding.ts'
import { limitRowLength } from './row-length.ts'

const chunkLimits = { rows: 500, characters: 500_000 }
const maxColumns = 1000

/** The header row. The index of a column that the file lacks is -1. */
interface Header {
  line: number
  width: number
  columnIndexes: [column: string, index: number][]
}

/**
 * Reads a CSV file in chunks. Columns are found by name, in upper or lower case and in any order. A row in which a
 * required cell is missing is reported and left out.
 * @returns the summary of the file
 * @throws UnreadableFileError  the file is empty, is not text, has a quotation mark that is never closed, or has too
 * many rows
 */
export async function* readRows(
  file: string,
  columns: CsvColumns,
  maxRows: number,
): AsyncGenerator<CsvRow[], CsvSummary> {
  const format = await detectFormat(file)
  if (format.isBlank) throw new UnreadableFileError(importTexts.empty(columns.all))
  const sheet: CsvSummary = { count: 0, problems: noProblems(), ignored: [] }
  let header: Header | null = null
  let rows: CsvRow[] = []
  let characters = 0
  for await (const { line, cells } of parseRecords(file, format, (problem) => addProblems(sheet.problems, [problem]))) {
    if (!header) {
      header = parseHeader(line, cells, columns, sheet)
      continue
    }
    // Rows beyond the limit are only counted, up to ten times the limit.
    if (++sheet.count > maxRows || header.columnIndexes.length === 0) {
      if (sheet.count > maxRows * 10) throw new UnreadableFileError(importTexts.farTooManyRows(maxRows, maxRows * 10))
      continue
    }
    const { row, problems } = parseRow(line, cells, header, columns)
    addProblems(sheet.problems, problems)
    if (problems.length === 0) rows.push(row)
    for (const cell of cells) characters += cell.length
    if (rows.length < chunkLimits.rows && characters < chunkLimits.characters) continue
    yield rows
    rows = []
    characters = 0
  }
  if (sheet.count > maxRows) throw new UnreadableFileError(importTexts.tooManyRows(maxRows, sheet.count))
  if (rows.length > 0) yield rows
  return sheet
}

/** Finds the columns of the list. If one is missing or occurs twice, no row can be read. */
function parseHeader(line: number, cells: string[], columns: CsvColumns, sheet: CsvSummary): Header {
  if (cells.length > maxColumns) throw new UnreadableFileError(importTexts.tooManyColumns(maxColumns, cells.length))
  const titles = cells.map((title) => title.trim())
  const ownNames = titles.map((title) => columnNameOf(title))
  const names = ownNames.map((name) => columnOf(name, ownNames, columns))
  sheet.ignored = titles.filter((title, index) => title && !columns.all.some((column) => column === names[index]))
  const missing = columns.required.filter((column) => !names.includes(column))
  const duplicates = columns.all.filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
  addProblems(sheet.problems, [
    ...missing.map((column) => ({ line, column, text: importTexts.missingColumn(column, titles) })),
    ...duplicates.map((column) => ({ line, column, text: importTexts.duplicateColumn(column) })),
  ])
  const isReadable = missing.length + duplicates.length === 0
  return {
    line,
    width: cells.length,
    columnIndexes: isReadable ? columns.all.map((column) => [column, names.indexOf(column)]) : [],
  }
}

/** The column that a heading names; by its name in exports only if the file has no column of the other name. */
function columnOf(name: string, names: readonly string[], { all }: CsvColumns): string {
  if (all.includes(name)) return name
  const alias = importAliases.find(([heading, column]) => heading === name && all.includes(column))
  return alias && !names.includes(alias[1]) ? alias[1] : name
}

const parseCell = (text: string | undefined) => unprotectFormula(text ?? '').trim()

/** An RFID or telephone number whose last digits a spreadsheet has dropped: 9.82E+14. */
const shortenedNumber = /^\d(?:[.,]\d{1,10})?E\+\d{2}$/

function parseRow(
  line: number,
  values: string[],
  header: Header,
  columns: CsvColumns,
): { row: CsvRow; problems: ImportProblem[] } {
  const cells = Object.fromEntries(header.columnIndexes.map(([column, index]) => [column, parseCell(values[index])]))
  const problems: ImportProblem[] = []
  if (values.length > header.width && values.slice(header.width).some((cell) => cell.trim()))
    problems.push({ line, column: null, text: importTexts.tooManyCells(values.length, header.width) })
  for (const [column] of header.columnIndexes) {
    const cell = cells[column] ?? ''
    const max = columns.maxLengths?.[column] ?? serverConstants.cell.max
    if (cell === '' && columns.required.includes(column))
      problems.push({ line, column, text: importTexts.required(column) })
    if (cell.length > max && countCharacters(cell) > max)
      problems.push({ line, column, text: importTexts.tooLong(max) })
    if (shortenedNumber.test(cell)) problems.push({ line, column, text: importTexts.shortenedNumber(cell) })
  }
  return { row: { line, cells }, problems }
}

interface ParsedRecord {
  info: InfoRecord
  record: string[]
}

/** Parses records with the line on which each begins. Blank ones are skipped. */
async function* parseRecords(
  file: string,
  { encoding, separator, rowEnds }: CsvFormat,
  addProblem: (problem: ImportProblem) => void,
): AsyncGenerator<{ line: number; cells: string[] }> {
  const options = {
    delimiter: separator,
    record_delimiter: rowEnds,
    relax_column_count: true,
    info: true,
    max_record_size: serverConstants.cell.rowMax,
  } as const
  const text = Readable.from(limitRowLength(decodeFile(file, encoding)))
  const parser = text.pipe(parse(options))
  text.on('error', (error) => parser.destroy(error))
  let line = 1
  try {
    // cast: with `info`, csv-parse yields records with positions, which its types do not express
    for await (const { info, record } of parser as AsyncIterable<ParsedRecord>) {
      if (record.some((cell) => cell.trim() !== '')) yield { line, cells: record }
      line = info.lines + 1
    }
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure
    if (failure.code === 'CSV_QUOTE_NOT_CLOSED') throw new UnreadableFileError(importTexts.quoteOpen(line))
    if (failure.code === 'CSV_MAX_RECORD_SIZE')
      throw new UnreadableFileError(importTexts.rowTooLong(line, serverConstants.cell.rowMax))
    addProblem({
      line: Number(failure['lines'] ?? line),
      column: null,
      text: problemTexts[failure.code] ?? importTexts.notReadable,
    })
  } finally {
    text.destroy()
    parser.destroy()
  }
}

const problemTexts: Partial<Record<string, string>> = {
  INVALID_OPENING_QUOTE: importTexts.quoteInside,
  CSV_INVALID_CLOSING_QUOTE: importTexts.quoteInside,
}
