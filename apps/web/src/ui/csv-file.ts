import { protectFormula } from '@chisholm/domain/csv-cells'

export type CsvCell = string | number | null

const toText = (cell: CsvCell) => {
  const text = typeof cell === 'string' ? protectFormula(cell) : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A CSV file (RFC 4180). The byte order mark makes Excel read it as UTF-8. */
export function csvFile(rows: readonly (readonly CsvCell[])[]): Blob {
  const lines = rows.map((row) => `${row.map((cell) => toText(cell)).join(',')}\r\n`)
  return new Blob(['\uFEFF', ...lines], { type: 'text/csv' })
}
