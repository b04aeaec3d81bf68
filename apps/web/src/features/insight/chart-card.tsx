import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { saveFile } from '../../api/download.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import type { InsightSearch } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'

export interface ChartTable {
  head: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
  /** What each row leads to on this page. */
  links?: readonly (InsightSearch | undefined)[]
}

const quoted = (cell: string | number | null) => {
  // an apostrophe before what a spreadsheet would run as a formula
  const text = typeof cell === 'string' ? cell.replace(/^[=+\-@\t\r]/, "'$&") : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const toCsv = ({ head, rows }: ChartTable) =>
  [head, ...rows].map((row) => `${row.map((cell) => quoted(cell)).join(',')}\r\n`).join('')

interface ChartCardProps {
  title: string
  hint: string
  /** The name of the CSV file. */
  file: string
  table: ChartTable
  children: ReactNode
}

/** A chart with the table of its figures, which can be saved. */
export function ChartCard({ title, hint, file, table, children }: ChartCardProps) {
  const id = useId()
  return (
    <section className="card part chart-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="hint">{hint}</p>
      {children}
      <Disclosure className="chart-table" title={insightTexts.table}>
        <div className="chart-rows">
          <table>
            <thead>
              <tr>
                {table.head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, index) => (
                <tr key={String(index)}>
                  {row.map((cell, column) => (
                    <td key={table.head[column]}>
                      <Cell link={column === 0 ? table.links?.[index] : undefined}>{cell ?? '–'}</Cell>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Button
          variant="default"
          mih={44}
          aria-label={insightTexts.csvOf(title)}
          onClick={() => saveFile(new Blob([toCsv(table)], { type: 'text/csv' }), `chisholm-${file}.csv`)}
        >
          {insightTexts.csv}
        </Button>
      </Disclosure>
    </section>
  )
}

const Cell = ({ link, children }: { link: InsightSearch | undefined; children: ReactNode }) =>
  link ? (
    <Link to="/a/insight" search={{ ...link }}>
      {children}
    </Link>
  ) : (
    children
  )
