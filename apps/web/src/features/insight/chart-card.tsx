import './insight.css'
import { formatLongDay, isDay } from '@chisholm/domain/dates'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, use, useId, useRef } from 'react'
import { saveFile } from '../../api/download.ts'
import { csvFile, type CsvCell } from '../../ui/csv-file.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { ChartScope } from './chart-scope.ts'
import type { DeathsSearch } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'

interface ChartTable {
  head: readonly string[]
  rows: readonly (readonly CsvCell[])[]
  /** The deaths to which the first cells of each row lead. */
  links?: readonly (readonly (DeathsSearch | undefined)[])[]
}

/** A cell as people read it. The file has ISO days. */
const inWords = (cell: CsvCell) => (typeof cell === 'string' && isDay(cell) ? formatLongDay(cell) : (cell ?? '–'))

interface ChartCardProps {
  title: string
  hint: string
  /** The name of the files. */
  file: string
  table: ChartTable
  children: ReactNode
}

/** A chart with the table of its figures. Both can be saved. */
export function ChartCard({ title, hint, file, table, children }: ChartCardProps) {
  const id = useId()
  const chart = useRef<HTMLDivElement>(null)
  return (
    <section className="card part chart-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="hint">{hint}</p>
      <div ref={chart} className="chart">
        {children}
      </div>
      <div className="chart-footer">
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
                        <Cell link={table.links?.[index]?.[column]}>{inWords(cell)}</Cell>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Disclosure>
        <div className="chart-buttons no-print">
          <Button
            variant="subtle"
            size="sm"
            aria-label={insightTexts.csvOf(title)}
            onClick={() => saveFile(csvFile([table.head, ...table.rows]), `chisholm-${file}.csv`)}
          >
            {insightTexts.csv}
          </Button>
          <PngButton title={title} hint={hint} file={file} readChart={() => chart.current} />
        </div>
      </div>
    </section>
  )
}

interface PngButtonProps extends Pick<ChartCardProps, 'title' | 'hint' | 'file'> {
  readChart: () => HTMLElement | null
}

/** Saves the chart as an image with its title and scope. The drawing code is loaded on first use. */
function PngButton({ title, hint, file, readChart }: PngButtonProps) {
  const about = use(ChartScope)
  const drawing = useMutation({
    mutationFn: async () => {
      const chart = readChart()
      if (!chart) return
      const { savePng } = await import('./chart-png.ts')
      await savePng(chart, [title, ...about, hint], `chisholm-${file}`)
    },
    onError: toastFailure(insightTexts.noPng),
  })
  return (
    <Button
      variant="subtle"
      size="sm"
      loading={drawing.isPending}
      aria-label={insightTexts.pngOf(title)}
      onClick={() => drawing.mutate()}
    >
      {insightTexts.png}
    </Button>
  )
}

const Cell = ({ link, children }: { link: DeathsSearch | undefined; children: ReactNode }) =>
  link ? (
    <Link to="/a/insight/deaths" search={{ ...link }}>
      {children}
    </Link>
  ) : (
    children
  )
