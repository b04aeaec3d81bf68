import { animalFieldNames, definitionOf } from '@chisholm/domain/animal-fields'
import { constants } from '@chisholm/domain/constants'
import { importColumns, ticketColumns } from '@chisholm/domain/import-columns'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import { importTexts } from './import-texts.ts'
import { type KnownNames, readKnownNames } from './known-names.ts'
import {
  addRow,
  firstFacts,
  type ImportContext,
  type ImportedList,
  type ImportOptions,
  noRows,
  type Plan,
} from './plan.ts'
import { addProblems, noProblems, type Problem } from './problems.ts'
import { readSheet, type SheetRow } from './sheet.ts'
import { animalOf, type NewTicket, type TicketCells, type TicketColumn, ticketOf } from './ticket-line.ts'
import { numbersThere } from './ticket-rows.queries.ts'
import { ticketWriter } from './write-tickets.ts'

type Row = SheetRow<TicketColumn>
type Walked = Omit<Plan, 'write'>

const { textMax } = constants.cell
const longFields = animalFieldNames.filter((field) => definitionOf(field).long)
const columns = {
  required: ['number'],
  all: importColumns['post-mortems'],
  longest: Object.fromEntries(['note', ...longFields].map((column) => [column, textMax])),
} as const

/** A line with nothing wrong: its animal, and its ticket where it is the first of it. */
export interface PlannedLine {
  line: number
  ticket: NewTicket | null
  of: BegunTicket
  animal: ReturnType<typeof animalOf>
  photos: string[]
}

/** What later lines need to know of a ticket. */
type BegunTicket = Pick<NewTicket, 'id' | 'site_id' | 'record_at' | 'created_at'>

/** A number of the file: its first line, and what that says of the whole ticket. */
interface Seen {
  line: number
  said: string
  /** Null: it was there before, or something is wrong with it. */
  ticket: BegunTicket | null
  isThere: boolean
}

/**
 * Tickets of another system with their animals, a line each. They are known by their number there: one that is there
 * stays as it is. The file is read twice, first to plan and then to write, so that of a hundred
 * thousand lines no more is held in memory than what the lines of each ticket share.
 */
export const postMortemImport: ImportedList = {
  lock: (tx) => oneAtATime(tx, 'import post-mortems'),
  async plan(ctx, file, options) {
    const known = await readKnownNames(ctx)
    const planned = await walk(ctx, file, options, known, async () => {})
    return {
      ...planned,
      async write() {
        const writer = await ticketWriter(ctx, options.photos)
        try {
          await walk(ctx, file, options, known, (lines) => writer.write(lines))
          await writer.finish()
        } catch (thrown) {
          await writer.discard()
          throw thrown
        }
        return 0
      },
    }
  },
}

/** Reads a file and plans it, some lines at a time. */
async function walk(
  ctx: ImportContext,
  file: string,
  { photos }: ImportOptions,
  known: KnownNames,
  take: (lines: PlannedLine[]) => Promise<unknown>,
): Promise<Walked> {
  const seen = new Map<string, Seen>()
  const [tally, problems] = [noRows(), noProblems()]
  let tickets = 0
  const toRead = { file, columns, maxRows: constants.imports.tickets.maxRows }
  const sheet = await readSheet<TicketColumn>(toRead, async (rows) => {
    const numbers = new Set(rows.map(({ cells }) => cells.number).filter((number) => !seen.has(number)))
    const there = await numbersThere(ctx.db, [...numbers])
    const lines: PlannedLine[] = []
    for (const row of rows) {
      const { line, cells } = row
      const name = [cells.number, cells.tag || cells.rfid].filter(Boolean).join(': ')
      if (there.has(cells.number)) seen.set(cells.number, { line, said: '', ticket: null, isThere: true })
      if (seen.get(cells.number)?.isThere) {
        addRow(tally, { line, what: 'unchanged', name, changes: [] })
        continue
      }
      const found = planLine(row, seen, known, photos)
      addProblems(problems, found.problems)
      if (!found.planned) continue
      if (found.planned.ticket) tickets++
      addRow(tally, {
        line,
        what: 'new',
        name,
        changes: tally.new < constants.imports.shownRows ? firstFacts(cells) : [],
      })
      lines.push(found.planned)
    }
    await take(lines)
  })
  return { sheet, tally, problems, tickets }
}

function planLine(
  { line, cells }: Row,
  seen: Map<string, Seen>,
  known: KnownNames,
  photos: ImportOptions['photos'],
): { planned: PlannedLine | null; problems: Problem[] } {
  const problems: Problem[] = []
  const wrong = (column: TicketColumn, text: string) => void problems.push({ line, column, text })
  const first = seen.get(cells.number)
  const ticket = first ? null : ticketOf(cells, known, wrong)
  if (first) compare(first, cells, wrong)
  else seen.set(cells.number, { line, said: saidIn(cells), ticket: ticket && begun(ticket), isThere: false })
  const animal = animalOf(cells, known, wrong)
  const names = photosIn(cells, photos, wrong)
  const of = first ? first.ticket : ticket && begun(ticket)
  return { planned: of && problems.length === 0 ? { line, ticket, of, animal, photos: names } : null, problems }
}

const begun = ({ id, site_id, record_at, created_at }: NewTicket): BegunTicket => ({
  id,
  site_id,
  record_at,
  created_at,
})

const between = '\0'
const saidIn = (cells: TicketCells) => ticketColumns.map((column) => cells[column]).join(between)

/** A later line of a ticket says the same of it as the first, or nothing. */
function compare({ line, said }: Seen, cells: TicketCells, wrong: (column: TicketColumn, text: string) => void): void {
  const before = said.split(between)
  for (const [index, column] of ticketColumns.entries())
    if (cells[column] && cells[column].toLowerCase() !== before[index]?.toLowerCase())
      wrong(column, importTexts.otherThanLine(line))
}

function photosIn(
  cells: TicketCells,
  photos: ImportOptions['photos'],
  wrong: (column: TicketColumn, text: string) => void,
): string[] {
  const names = cells.photos.split(';').flatMap((name) => name.trim() || [])
  if (names.length > 0 && !photos) wrong('photos', importTexts.photosByCommand)
  else if (names.length > constants.photo.maxFiles) wrong('photos', importTexts.tooManyPhotos(constants.photo.maxFiles))
  else
    for (const name of names) {
      const bytes = photos?.bytesOf(name)
      if (bytes === undefined) wrong('photos', importTexts.unknownPhoto(name))
      else if (bytes > constants.photo.maxBytes) wrong('photos', importTexts.largePhoto(name))
    }
  return names
}
