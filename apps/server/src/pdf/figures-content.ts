import type { Provider } from '@chisholm/domain/schemas/provider'

/** A cell of a table; null: unknown. */
type Cell = string | number | null

interface TableContent {
  head: string[]
  rows: Cell[][]
}

/** The usual range of counts, as a band behind a chart. */
interface Band {
  low: number
  high: number
}

/** Vertical bars, one per period. */
interface BarChart {
  kind: 'bars'
  bars: { label: string; value: number; more: boolean }[]
  band: Band | null
}

/** Horizontal bars, each with a line for the previous value. */
interface RowChart {
  kind: 'rows'
  rows: { label: string; value: number; before: number | null }[]
}

/** A step line, with the usual range as a band. */
interface CurveChart {
  kind: 'curve'
  /** Labels of the axes. */
  axes: { x: string }
  points: { x: number; y: number }[]
  usual: { x: number; middle: number; low: number; high: number }[]
}

type Chart = BarChart | RowChart | CurveChart

/** A section of figures: a chart with an alternative text, and its table. */
export interface FigureSection {
  title: string
  hint: string
  chart: (Chart & { alt: string }) | null
  table: TableContent
}

/** A chart of horizontal bars with its alternative text; null without rows. */
export const horizontalBars = (title: string, rows: RowChart['rows']): FigureSection['chart'] =>
  rows.length === 0
    ? null
    : { kind: 'rows', rows, alt: `Bars. ${title}: ${rows.map(({ label, value }) => `${label}: ${value}`).join(', ')}` }

/** A document of figures with all printed texts. */
export interface FiguresContent {
  title: string
  /** The scope of the figures: period, customers or sites, filters. */
  about: string[]
  /** Warnings that come first. */
  warnings: string[]
  keyFigures: { label: string; value: string; hint: string }[]
  notes: string[]
  sections: FigureSection[]
  paper: 'a4' | 'us-letter'
  provider: { name: string; phone: string; email: string; address: string }
  language: string
  /** The date of the document. */
  day: string
}

/** The paper and the letterhead of a practice. */
export const figuresLetterhead = ({
  paper,
  name,
  phone,
  email,
  address,
}: Provider): Pick<FiguresContent, 'paper' | 'provider'> => ({
  paper: paper === 'a4' ? 'a4' : 'us-letter',
  provider: { name, phone, email, address },
})
