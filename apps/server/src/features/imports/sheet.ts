import { CsvError, type InfoRecord, parse } from 'csv-parse/sync'
import { constants } from '@chisholm/domain/constants'
import { invalid } from '../../http/failures.ts'
import { importTexts } from './import-texts.ts'

/** What is wrong with a file, and where: lines are counted as an editor does, from 1. */
export interface Problem {
  line: number
  /** Null: the whole line. */
  column: string | null
  text: string
}

/** A row of a file: its cells by the names of their columns, empty where the file has none. */
export interface SheetRow<Column extends string = string> {
  line: number
  cells: Record<Column, string>
}

export interface Sheet<Column extends string> {
  rows: SheetRow<Column>[]
  /** How many rows the file has, faulty ones too. */
  count: number
  problems: Problem[]
  /** Columns of the file nobody reads. */
  ignored: string[]
}

/** The columns of a list: those that have to be there, and the others. */
export interface Columns<Column extends string> {
  required: readonly Column[]
  all: readonly Column[]
}

const longestCell = 500

/** Reads what Excel and others write: UTF-8 or UTF-16 with its mark, UTF-8 without one, or Windows-1252. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const separators = [',', ';', '\t'] as const

/** The separator that stands most often in the first row, outside of quotation marks. */
function separatorOf(text: string): string {
  const [first = ''] = text
    .trimStart()
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
  const counted = separators.map((separator) => ({ separator, times: first.split(separator).length }))
  return counted.reduce((most, one) => (one.times > most.times ? one : most)).separator
}

const nameOf = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** An export puts an apostrophe before what a spreadsheet would run; it is no part of the text. */
const cellOf = (text: string | undefined) => (text ?? '').replace(/^'(?=[=+\-@\t\r])/, '').trim()

/**
 * Reads a CSV file by the names of its columns, whatever their case and order.
 * @throws invalid  the file is empty, holds no text, or has more rows than an import takes
 */
export function readSheet<Column extends string>(bytes: Uint8Array, columns: Columns<Column>): Sheet<Column> {
  const text = textOf(bytes)
  if (text.trim() === '') throw invalid({ file: [importTexts.empty(columns.all)] })
  if (text.includes('\u0000')) throw invalid({ file: [importTexts.noCsv] })
  const problems: Problem[] = []
  const [header, ...records] = recordsOf(text, problems)
  if (records.length > constants.imports.maxRows)
    throw invalid({ file: [importTexts.tooManyRows(constants.imports.maxRows, records.length)] })
  if (!header) return { rows: [], count: 0, problems, ignored: [] }
  const titles = header.cells.map((title) => title.trim())
  const names = titles.map(nameOf)
  for (const column of columns.required)
    if (!names.includes(column))
      problems.push({ line: header.line, column, text: importTexts.missingColumn(column, titles) })
  for (const column of columns.all)
    if (names.filter((name) => name === column).length > 1)
      problems.push({ line: header.line, column, text: importTexts.doubleColumn(column) })
  const ignored = titles.filter((title, index) => title && !columns.all.some((column) => column === names[index]))
  if (problems.some(({ line }) => line === header.line)) return { rows: [], count: records.length, problems, ignored }
  for (const { line, cells } of records)
    if (cells.length > names.length && cells.slice(names.length).some((cell) => cell.trim()))
      problems.push({ line, column: null, text: importTexts.tooManyCells(cells.length, names.length) })
  const rows = records.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.all.map((column) => [column, cellOf(cells[names.indexOf(column)])])) as Record<
      Column,
      string
    >,
  }))
  problems.push(...rows.flatMap((row) => lacks(row, columns)))
  // what a row with a gap in it would mean need not be told on top
  const faulty = new Set(problems.map(({ line }) => line))
  return { rows: rows.filter(({ line }) => !faulty.has(line)), count: records.length, problems, ignored }
}

function lacks<Column extends string>(
  { line, cells }: SheetRow<Column>,
  { required, all }: Columns<Column>,
): Problem[] {
  return all.flatMap((column) => {
    if (required.includes(column) && cells[column] === '') return [{ line, column, text: importTexts.required(column) }]
    return cells[column].length > longestCell ? [{ line, column, text: importTexts.tooLong(longestCell) }] : []
  })
}

interface Found {
  info: InfoRecord
  record: string[]
  raw: string
}

/** The rows of a text with the lines they begin on; empty ones are left out. */
function recordsOf(text: string, problems: Problem[]): { line: number; cells: string[] }[] {
  const options = { bom: true, delimiter: separatorOf(text), relax_column_count: true, info: true, raw: true } as const
  try {
    const found = parse(text, options) as unknown as Found[]
    return found
      .filter(({ record }) => record.some((cell) => cell.trim() !== ''))
      .map(({ info, record, raw }) => ({ line: info.lines - breaksIn(raw), cells: record }))
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure
    const line = Number(failure['lines'] ?? 1)
    problems.push({ line, column: null, text: reasons[failure.code] ?? importTexts.notReadable })
    return []
  }
}

const reasons: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: importTexts.quoteOpen,
  INVALID_OPENING_QUOTE: importTexts.quoteInside,
  CSV_INVALID_CLOSING_QUOTE: importTexts.quoteInside,
}

/** Line breaks within a record: it ends so many lines after it began. */
const breaksIn = (raw: string) => raw.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length - 1
