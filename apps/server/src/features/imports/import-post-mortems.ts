import { animalFieldNames, definitionOf } from '@chisholm/domain/animal-fields'
import { constants, serverConstants } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { importColumns, ticketColumns } from '@chisholm/domain/import-columns'
import { parseTicketNumber } from '@chisholm/domain/ticket-number'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import { holdTimeZones } from '../../database/keep-visit-days.ts'
import { importTexts } from './import-texts.ts'
import { type ReferenceLookup, loadReferenceLookup, sitesNamed, zoneOfSiteNamed } from './reference-lookup.ts'
import {
  addToTally,
  filledCells,
  type ImportContext,
  type ListImport,
  type ImportOptions,
  emptyTally,
  type ImportPlan,
} from './import-plan.ts'
import { addProblems, noProblems, type ImportProblem } from './import-problems.ts'
import { type CsvColumns, readCsv, type CsvRow } from './read-csv.ts'
import {
  parseAnimal,
  parseDayCell,
  type NewPostMortem,
  type PostMortemCells,
  type PostMortemColumn,
  parsePostMortem,
} from './parse-post-mortem-line.ts'
import { findImportedNumbers, postMortemsByPin } from './bulk-insert.queries.ts'
import { createPostMortemWriter } from './write-post-mortems.ts'

type Row = CsvRow<PostMortemColumn>
type PlannedFile = Omit<ImportPlan, 'write'>

const { textMax } = serverConstants.cell
const longFields = animalFieldNames.filter((field) => definitionOf(field).long)
const columns = {
  required: ['number'],
  all: importColumns['post-mortems'],
  maxLengths: Object.fromEntries(
    ['note', 'description', 'treatments_given', 'danger_signs', ...longFields].map((column) => [column, textMax]),
  ),
} satisfies CsvColumns

/** A valid line: its animal, and also its ticket if this is the ticket's first line. */
export interface PlannedLine {
  line: number
  ticket: NewPostMortem | null
  postMortemRef: PostMortemReference
  animal: ReturnType<typeof parseAnimal>
  photos: string[]
}

/** The part of a ticket that later lines need. */
type PostMortemReference = Pick<NewPostMortem, 'id' | 'site_id' | 'record_at' | 'created_at'>

/** A ticket number of the file, with the line of its first occurrence and the ticket cells of that line. */
interface SeenNumber {
  line: number
  postMortemCells: string
  /** The time zone of the site, which further lines of the ticket need not name. */
  zone: Zone
  /** Null if the ticket was imported before or has problems. */
  ticket: PostMortemReference | null
  isImported: boolean
}

/**
 * Imports tickets of another system with their animals. Each line holds one animal. Tickets are identified by their
 * number in that system, or here if the file is an export, and existing ones stay as they are. The file is read twice,
 * to plan and to write, so that memory only holds the shared data of each ticket, even for a hundred thousand lines.
 */
export const postMortemImport: ListImport = {
  async lock(tx) {
    await holdTimeZones(tx)
    await acquireAdvisoryLock(tx, 'import post-mortems')
  },
  async plan(ctx, file, options) {
    const lookup = await loadReferenceLookup(ctx)
    const planned = await planFile(ctx, file, options, lookup, async () => {})
    return {
      ...planned,
      async write() {
        const writer = await createPostMortemWriter(ctx, options.photos)
        try {
          await planFile(ctx, file, options, lookup, (lines) => writer.write(lines))
          await writer.finish()
        } catch (error) {
          await writer.discard()
          throw error
        }
        return 0
      },
    }
  },
}

/** Reads a file and plans its import, chunk by chunk. */
async function planFile(
  ctx: ImportContext,
  file: string,
  { photos }: ImportOptions,
  lookup: ReferenceLookup,
  onLines: (lines: PlannedLine[]) => Promise<unknown>,
): Promise<PlannedFile> {
  const seen = new Map<string, SeenNumber>()
  const [tally, problems] = [emptyTally(), noProblems()]
  let tickets = 0
  const csvFile = { file, columns, maxRows: constants.imports.tickets.maxRows }
  const sheet = await readCsv<PostMortemColumn>(csvFile, async (rows) => {
    const numbers = new Set(rows.map(({ cells }) => cells.number).filter((number) => !seen.has(number)))
    const importedNumbers = await findImportedNumbers(ctx.db, [...numbers])
    const isOwn = await findOwnTickets(ctx, [...numbers], lookup)
    const lines: PlannedLine[] = []
    for (const row of rows) {
      const { line, cells } = row
      const name = [cells.number, cells.tag || cells.rfid].filter(Boolean).join(': ')
      if (importedNumbers.has(cells.number) || (!seen.has(cells.number) && isOwn(cells)))
        seen.set(cells.number, { line, postMortemCells: '', zone: lookup.zone, ticket: null, isImported: true })
      if (seen.get(cells.number)?.isImported) {
        addToTally(tally, { line, what: 'unchanged', name, changes: [] })
        continue
      }
      const result = planLine(row, seen, lookup, photos)
      addProblems(problems, result.problems)
      if (!result.planned) continue
      if (result.planned.ticket) tickets++
      addToTally(tally, {
        line,
        what: 'new',
        name,
        changes: tally.new < constants.imports.shownRows ? filledCells(cells) : [],
      })
      lines.push(result.planned)
    }
    await onLines(lines)
  })
  return { sheet, tally, problems, tickets }
}

/**
 * Finds the tickets of this practice that a file exported from it contains: those with this number, site and date.
 * @returns whether a line is one of them
 */
async function findOwnTickets(
  { db }: ImportContext,
  numbers: string[],
  lookup: ReferenceLookup,
): Promise<(cells: PostMortemCells) => boolean> {
  const pins = numbers.flatMap((number) => pinOf(number) ?? [])
  const own = new Map((pins.length > 0 ? await postMortemsByPin(db, pins) : []).map((found) => [found.pin, found]))
  return (cells) => {
    const found = own.get(pinOf(cells.number) ?? 0)
    if (!found || !sitesNamed(cells, lookup).some(({ id }) => id === found.site_id)) return false
    return parseDayCell(cells.record_at, zoneOfSiteNamed(cells, lookup), () => {}) === found.record_at
  }
}

/** The number of a ticket of this practice or of another one that uses Chisholm: 12 of `CHM-12`. */
const pinOf = (number: string): number | null => (/^CHM-/i.test(number) ? parseTicketNumber(number) : null)

function planLine(
  { line, cells }: Row,
  seen: Map<string, SeenNumber>,
  practiceLookup: ReferenceLookup,
  photos: ImportOptions['photos'],
): { planned: PlannedLine | null; problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const addProblem = (column: PostMortemColumn, text: string) => void problems.push({ line, column, text })
  const first = seen.get(cells.number)
  const lookup = { ...practiceLookup, zone: first?.zone ?? zoneOfSiteNamed(cells, practiceLookup) }
  const ticket = first ? null : parsePostMortem(cells, lookup, addProblem)
  if (first) compareWithFirstLine(first, cells, addProblem)
  else
    seen.set(cells.number, {
      line,
      postMortemCells: joinPostMortemCells(cells),
      ticket: ticket && toReference(ticket),
      zone: lookup.zone,
      isImported: false,
    })
  const postMortemRef = first ? first.ticket : ticket && toReference(ticket)
  const animal = parseAnimal(cells, postMortemRef?.record_at ?? null, lookup, addProblem)
  const names = parsePhotos(cells, photos, addProblem)
  return {
    planned: postMortemRef && problems.length === 0 ? { line, ticket, postMortemRef, animal, photos: names } : null,
    problems,
  }
}

const toReference = ({ id, site_id, record_at, created_at }: NewPostMortem): PostMortemReference => ({
  id,
  site_id,
  record_at,
  created_at,
})

const cellSeparator = '\0'
const joinPostMortemCells = (cells: PostMortemCells) => ticketColumns.map((column) => cells[column]).join(cellSeparator)

/** Checks that later lines of a ticket repeat its cells or leave them empty. */
function compareWithFirstLine(
  { line, postMortemCells }: SeenNumber,
  cells: PostMortemCells,
  addProblem: (column: PostMortemColumn, text: string) => void,
): void {
  const before = postMortemCells.split(cellSeparator)
  for (const [index, column] of ticketColumns.entries())
    if (cells[column] && cells[column].toLowerCase() !== before[index]?.toLowerCase())
      addProblem(column, importTexts.differsFromLine(line))
}

const isNumber = (cell: string) => /^\d+$/.test(cell)

function parsePhotos(
  cells: PostMortemCells,
  photos: ImportOptions['photos'],
  addProblem: (column: PostMortemColumn, text: string) => void,
): string[] {
  // exports have their number in this column
  const names = isNumber(cells.photos) ? [] : cells.photos.split(';').flatMap((name) => name.trim() || [])
  if (names.length > 0 && !photos) addProblem('photos', importTexts.photosNeedCommandLine)
  else if (names.length > constants.photo.maxFiles)
    addProblem('photos', importTexts.tooManyPhotos(constants.photo.maxFiles))
  else
    for (const name of names) {
      const bytes = photos?.sizeOf(name)
      if (bytes === undefined) addProblem('photos', importTexts.unknownPhoto(name))
      else if (bytes === 'several') addProblem('photos', importTexts.ambiguousPhoto(name))
      else if (bytes > constants.photo.maxBytes) addProblem('photos', importTexts.largePhoto(name))
    }
  return names
}
