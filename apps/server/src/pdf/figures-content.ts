/** A cell of a table; null: unknown. */
type Cell = string | number | null

interface TableContent {
  head: string[]
  rows: Cell[][]
}

/** The counts that are usual, as a band behind a chart. */
interface Band {
  low: number
  high: number
}

/** Upright bars, one of each period. */
interface BarChart {
  kind: 'bars'
  bars: { label: string; value: number; more: boolean }[]
  band: Band | null
}

/** Lying bars, each with a line for the value before. */
interface RowChart {
  kind: 'rows'
  rows: { label: string; value: number; before: number | null }[]
}

/** A line that rises by steps, with the band of what is usual. */
interface CurveChart {
  kind: 'curve'
  /** What the axes show. */
  axes: { x: string }
  points: { x: number; y: number }[]
  usual: { x: number; middle: number; low: number; high: number }[]
}

type Chart = BarChart | RowChart | CurveChart

/** A question that figures answer: a chart, described for those who do not see it, and its table. */
export interface FigureSection {
  title: string
  hint: string
  chart: (Chart & { alt: string }) | null
  table: TableContent
}

/** A document of figures, with all texts as they are printed. */
export interface FiguresContent {
  title: string
  /** What the figures are about: period, places, filters. */
  about: string[]
  /** Warnings that come first. */
  warnings: string[]
  keyFigures: { label: string; value: string; hint: string }[]
  notes: string[]
  sections: FigureSection[]
  paper: 'a4' | 'us-letter'
  provider: { name: string; phone: string; email: string; address: string }
  language: string
  /** The day of the document. */
  day: string
}
