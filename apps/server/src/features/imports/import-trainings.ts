import { constants } from '@chisholm/domain/constants'
import { importColumns } from '@chisholm/domain/import-columns'
import type { FieldDiff } from '@chisholm/domain/schemas/audit-log'
import type { Training } from '@chisholm/domain/schemas/trainings'
import { texts } from '@chisholm/domain/texts'
import { sectionField, validateTraining } from '@chisholm/domain/trainings'
import { newId } from '../../database/ids.ts'
import { recordAuditEntries } from '../audit-recorder/index.ts'
import { allTrainings, lockTrainings, writeTrainings } from '../trainings/index.ts'
import { importTexts } from './import-texts.ts'
import {
  diffCells,
  filledCells,
  lookupKey,
  defineRowImport,
  flatMapYielding,
  type PlannedRow,
  findDuplicates,
  oneLine,
} from './import-plan.ts'
import type { ImportProblem } from './import-problems.ts'
import type { CsvRow } from './read-csv.ts'

const columns = importColumns.trainings
type Row = CsvRow<(typeof columns)[number]>
const textFields = ['description', 'pre_content', 'post_content'] as const

/** A training with all its rows applied. */
interface PlannedTraining {
  /** The line of its first row. */
  line: number
  before: Training | null
  training: Training
  isChanged: boolean
}

/** Imports trainings by title. Each row is a section. Sections are matched by heading, and none is removed. */
export const trainingImport = defineRowImport<(typeof columns)[number]>({
  columns: {
    required: ['title'],
    all: columns,
    maxLengths: Object.fromEntries([...textFields, 'content'].map((column) => [column, constants.training.textMax])),
  },
  lock: (tx) => lockTrainings(tx),
  async planRows(ctx, rows) {
    const { db: tx } = ctx
    const existing = Map.groupBy(await allTrainings(tx), ({ title }) => lookupKey(title))
    const plannedByTitle = new Map<string, PlannedTraining>()
    const problems = findDuplicates(rows, ({ title, section }) => lookupKey(title, section), 'section')
    const planned = await flatMapYielding(rows, (row) => {
      const planned = planRow(row, existing.get(lookupKey(row.cells.title)) ?? [], plannedByTitle)
      if ('what' in planned) return [planned]
      problems.push(...planned)
      return []
    })
    const { sectionsMax } = constants.training
    for (const { line, training } of plannedByTitle.values())
      if (training.training_sections.length > sectionsMax)
        problems.push({ line, column: 'section', text: texts.validation.tooManySections(sectionsMax) })
    return {
      rows: planned,
      problems,
      async write() {
        const written = [...plannedByTitle.values()].filter(({ isChanged }) => isChanged)
        const { added = [], changed = [] } = Object.groupBy(written, ({ before }) => (before ? 'changed' : 'added'))
        await writeTrainings(tx, {
          added: added.map(({ training }) => training),
          changed: changed.map(({ training }) => training),
        })
        await recordAuditEntries(
          tx,
          ctx,
          written.map(({ before, training }) => ({
            action: 'training imported',
            subject: { type: 'training', id: training.id },
            before,
            after: training,
          })),
        )
        return 0
      },
    }
  },
})

function planRow(
  { line, cells: texts }: Row,
  known: Training[],
  plannedByTitle: Map<string, PlannedTraining>,
): PlannedRow | ImportProblem[] {
  const cells = { ...texts, title: oneLine(texts.title), section: oneLine(texts.section) }
  const problems = validateRow({ line, cells })
  if (known.length > 1) problems.push({ line, column: 'title', text: importTexts.ambiguousTraining(cells.title) })
  const planned = plannedByTitle.get(lookupKey(cells.title)) ?? startTraining({ line, cells }, known[0] ?? null)
  for (const field of textFields)
    if (planned.line !== line && cells[field] && cells[field] !== planned.training[field])
      problems.push({ line, column: field, text: importTexts.differsFromLine(planned.line) })
  if (problems.length > 0) return problems
  plannedByTitle.set(lookupKey(cells.title), planned)
  const changes = applyRow(cells, planned)
  planned.isChanged ||= changes.length > 0 || planned.before === null
  const what = planned.before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  const name = cells.section ? `${cells.title}: ${cells.section}` : cells.title
  return { line, what, name, changes }
}

/** Validates what can be checked without the other rows. */
function validateRow({ line, cells }: Row): ImportProblem[] {
  const { title, description, pre_content, post_content, section, content } = cells
  const training_sections = section || content ? [{ heading: section, content }] : []
  const columnOf: Record<string, string> = {
    [sectionField(0, 'heading')]: 'section',
    [sectionField(0, 'content')]: 'content',
  }
  const errors = validateTraining({ title, description, pre_content, post_content, training_sections })
  return Object.entries(errors).flatMap(([field, all]) =>
    all.map((text) => ({ line, column: columnOf[field] ?? field, text })),
  )
}

function startTraining({ line, cells }: Row, before: Training | null): PlannedTraining {
  const id = before?.id ?? newId()
  // cast: Object.fromEntries loses the key type
  const texts = Object.fromEntries(textFields.map((field) => [field, cells[field] || before?.[field] || null])) as Pick<
    Training,
    (typeof textFields)[number]
  >
  const training_sections = [...(before?.training_sections ?? [])]
  return {
    line,
    before,
    training: { id, title: before?.title ?? cells.title, ...texts, training_sections },
    isChanged: false,
  }
}

/**
 * Applies a row to its training.
 * @returns the changes
 */
function applyRow(cells: Row['cells'], { before, training }: PlannedTraining): FieldDiff[] {
  const { training_sections: sections } = training
  const index = sections.findIndex(({ heading }) => lookupKey(heading) === lookupKey(cells.section))
  const section = sections[index]
  if (cells.section && !section) sections.push({ id: newId(), heading: cells.section, content: cells.content })
  if (section) sections[index] = { ...section, content: cells.content }
  if (!before) return filledCells(cells)
  return [
    ...diffCells(textFields.map((field) => [field, before[field], cells[field]])),
    ...(cells.section && !section ? [{ field: 'section', from: null, to: cells.section }] : []),
    ...(cells.section ? diffCells([['content', section?.content ?? null, cells.content]]) : []),
  ]
}
