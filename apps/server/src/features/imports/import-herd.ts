import { constants } from '@chisholm/domain/constants'
import { type Day, isDay, type Zone } from '@chisholm/domain/dates'
import { importColumns } from '@chisholm/domain/import-columns'
import { lotKey, validateHeadCount, validateLot } from '@chisholm/domain/lots'
import type { Lot } from '@chisholm/domain/schemas/lots'
import { type CustomerId, type HeadCountId, type LotId, newId, type SiteId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { recordAuditEntries } from '../audit-recorder/index.ts'
import {
  customersByName,
  type ExistingSite,
  headCountsByDay,
  lockTableForWriting,
  lotsByName,
  sitesByName,
  writeHeadCounts,
  writeLots,
} from './imports.queries.ts'
import {
  defineRowImport,
  diffCells,
  filledCells,
  findDuplicates,
  flatMapYielding,
  type ImportContext,
  inChunks,
  lookupKey,
  type PlannedRow,
  oneLine,
} from './import-plan.ts'
import type { ImportProblem } from './import-problems.ts'
import { parseNumberCell } from './parse-number-cell.ts'
import { parseDayCell } from './parse-post-mortem-line.ts'
import { findSite, zoneOfSiteNamed } from './reference-lookup.ts'
import type { CsvRow } from './read-csv.ts'

type Cells = Record<string, string>
interface HerdRow {
  id: string
  site_id: SiteId
}
interface Planned<Row> extends PlannedRow {
  before: Row | null
  after: Row
}

/** Reads and writes the rows of lots or head counts. */
interface HerdKind<Row extends HerdRow> {
  kind: 'lots' | 'head-counts'
  table: 'lots' | 'head_counts'
  noun: 'lot' | 'head count'
  required: string[]
  /** The column that identifies a row within a site, and its normalised text for comparison. */
  key: { column: string; of(cell: string, zone: Zone): string }
  existing(tx: Executor, keys: string[]): Promise<Map<string, Row>>
  /** Parses a row; an empty cell keeps the existing value. */
  parse(cells: Cells, siteId: SiteId, before: Row | null, cell: CellParser): Row
  validate(row: Row, now: Date): Record<string, string[]>
  write(tx: Executor, rows: readonly Row[]): Promise<unknown>
}

/** Parses one cell by its column. An invalid cell adds a problem and returns null. */
interface CellParser {
  day(column: string): Day | null
  number(column: string, max: number, isWhole: boolean): number | null
}

const herdImport = <Row extends HerdRow>(herd: HerdKind<Row>) =>
  defineRowImport<string>({
    columns: { required: herd.required, all: importColumns[herd.kind] },
    lock: (tx) => lockTableForWriting(tx, herd.table),
    async planRows(ctx, rows) {
      const { key } = herd
      const sites = {
        customers: await customersByName(ctx.db),
        sites: await sitesByName(ctx.db),
        zone: (await ctx.provider(ctx.db)).time_zone,
      }
      const keyOf = (cells: Cells) => key.of(cells[key.column] ?? '', zoneOfCells(cells, sites))
      const existing = await herd.existing(
        ctx.db,
        rows.map(({ cells }) => keyOf(cells)),
      )
      const problems = findDuplicates(
        rows,
        (cells) => lookupKey(cells['customer'] ?? '', cells['site'] ?? '', keyOf(cells)),
        key.column,
      )
      const planned = await flatMapYielding(rows, (row) => {
        const result = planRow(herd, row, { ...sites, existing })
        if ('after' in result) return [result]
        problems.push(...result)
        return []
      })
      return { rows: planned, problems, write: () => writeRows(ctx, herd, planned) }
    },
  })

async function writeRows<Row extends HerdRow>(ctx: ImportContext, herd: HerdKind<Row>, planned: Planned<Row>[]) {
  const written = planned.filter(({ what }) => what !== 'unchanged')
  await inChunks(written, (chunk) =>
    herd.write(
      ctx.db,
      chunk.map(({ after }) => after),
    ),
  )
  await recordAuditEntries(
    ctx.db,
    ctx,
    written.map(({ before, after }) => ({
      action: `${herd.noun} imported`,
      subject: { type: herd.noun.replace(' ', '-'), id: after.id },
      before,
      after,
    })),
  )
  return 0
}

/** The time zone of the site that a row names, in which its days are. */
const zoneOfCells = ({ customer = '', site = '' }: Cells, lookup: Omit<Lookup<never>, 'existing'>) =>
  zoneOfSiteNamed({ customer, site }, lookup)

interface Lookup<Row> {
  customers: Map<string, CustomerId[]>
  sites: Map<string, ExistingSite[]>
  existing: Map<string, Row>
  zone: Zone
}

function planRow<Row extends HerdRow>(
  herd: HerdKind<Row>,
  { line, cells }: CsvRow,
  lookup: Lookup<Row>,
): Planned<Row> | ImportProblem[] {
  const { customer = '', site = '' } = cells
  const problems: ImportProblem[] = []
  const addProblem = (column: string, text: string) => problems.push({ line, column, text })
  const siteId = findSite({ customer, site }, lookup, addProblem)?.id
  if (!siteId) return problems
  const zone = zoneOfCells(cells, lookup)
  const cell = cellParser(cells, zone, addProblem)
  const keyText = cells[herd.key.column] ?? ''
  const before = lookup.existing.get(lookupKey(siteId, herd.key.of(keyText, zone))) ?? null
  const after = herd.parse(cells, siteId, before, cell)
  for (const [column, [text = '']] of Object.entries(herd.validate(after, new Date()))) addProblem(column, text)
  if (problems.length > 0) return problems
  const { customer: _customer, site: _site, [herd.key.column]: _key, ...fields } = cells
  const changes = before ? diffCells(changedTexts(before, after, Object.keys(fields))) : filledCells(cells)
  const what = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  return { line, what, name: `${customer}: ${site}: ${keyText}`, changes, before, after }
}

const changedTexts = (before: object, after: object, fields: string[]) => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))
  return fields.map((field): [string, string | null, string] => [
    field,
    textOf(old.get(field)),
    textOf(now.get(field)) ?? '',
  ])
}

function cellParser(cells: Cells, zone: Zone, addProblem: (column: string, text: string) => void): CellParser {
  return {
    day: (column) => parseDayCell(cells[column] ?? '', zone, (text) => addProblem(column, text)),
    number: (column, max, isWhole) =>
      parseNumberCell(cells[column] ?? '', { min: 0, max, isWhole }, (text) => addProblem(column, text)),
  }
}

const { headMax, weightMax } = constants.herd

/** Imports lots by customer, site and name, ignoring case and spaces. An empty cell changes nothing. */
export const lotImport = herdImport<Omit<Lot, 'other_names'> & HerdRow & { id: LotId }>({
  kind: 'lots',
  table: 'lots',
  noun: 'lot',
  required: ['customer', 'site', 'name'],
  key: { column: 'name', of: lotKey },
  existing: lotsByName,
  parse: (cells, site_id, before, cell) => ({
    id: before?.id ?? newId<LotId>(),
    site_id,
    name: before?.name ?? oneLine(cells['name'] ?? ''),
    arrived_at: cell.day('arrived_at') ?? before?.arrived_at ?? null,
    head_in: cell.number('head_in', headMax, true) ?? before?.head_in ?? null,
    source: oneLine(cells['source'] ?? '') || before?.source || null,
    sex: oneLine(cells['sex'] ?? '') || before?.sex || null,
    arrival_weight: cell.number('arrival_weight', weightMax, false) ?? before?.arrival_weight ?? null,
    closed_at: cell.day('closed_at') ?? before?.closed_at ?? null,
  }),
  validate: validateLot,
  write: writeLots,
})

/** Imports head counts by customer, site and day. An existing count of the same day is replaced. */
export const headCountImport = herdImport({
  kind: 'head-counts',
  table: 'head_counts',
  noun: 'head count',
  required: ['customer', 'site', 'date', 'head'],
  key: { column: 'date', of: (text, zone) => parseDayCell(text, zone, () => undefined) ?? text },
  existing: (tx, days) =>
    headCountsByDay(
      tx,
      days.filter((day) => isDay(day)),
    ),
  parse: (_cells, site_id, before, cell) => ({
    id: before?.id ?? newId<HeadCountId>(),
    site_id,
    date: cell.day('date') ?? '',
    head: cell.number('head', headMax, true) ?? before?.head ?? 0,
  }),
  // Missing cells are told by the required columns, and invalid ones by their parsers.
  validate: (count, now) => (isDay(count.date) ? validateHeadCount(count, now) : {}),
  write: writeHeadCounts,
})
