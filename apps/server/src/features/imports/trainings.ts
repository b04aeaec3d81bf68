import { v7 as uuidv7 } from 'uuid'
import { constants } from '@chisholm/domain/constants'
import { importColumns } from '@chisholm/domain/import-columns'
import type { Change, Training } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { sectionField, trainingMistakes } from '@chisholm/domain/trainings'
import { auditAll } from '../audit/index.ts'
import { allTrainings, lockTrainings, writeTraining } from '../trainings/index.ts'
import { importTexts } from './import-texts.ts'
import { changesIn, firstFacts, key, listOfRows, ofEach, type PlannedRow, repeats } from './plan.ts'
import type { Problem } from './problems.ts'
import type { SheetRow } from './sheet.ts'

const columns = importColumns.trainings
type Row = SheetRow<(typeof columns)[number]>
const facts = ['description', 'pre_content', 'post_content'] as const

/** A training as its rows make it. */
interface Draft {
  /** The row that named it first. */
  line: number
  before: Training | null
  training: Training
  isTouched: boolean
}

/** Trainings by their titles, a row for each section. Sections are known by their headings; none is taken away. */
export const trainingImport = listOfRows<(typeof columns)[number]>({
  columns: {
    required: ['title'],
    all: columns,
    longest: Object.fromEntries([...facts, 'content'].map((column) => [column, constants.training.textMax])),
  },
  lock: (tx) => lockTrainings(tx),
  async planRows(ctx, rows) {
    const { db: tx } = ctx
    const known = Map.groupBy(await allTrainings(tx), ({ title }) => key(title))
    const drafts = new Map<string, Draft>()
    const problems = repeats(rows, ({ title, section }) => key(title, section), 'section')
    const planned = await ofEach(rows, (row) => {
      const found = planRow(row, known.get(key(row.cells.title)) ?? [], drafts)
      if ('what' in found) return [found]
      problems.push(...found)
      return []
    })
    const { sectionsMax } = constants.training
    for (const { line, training } of drafts.values())
      if (training.training_sections.length > sectionsMax)
        problems.push({ line, column: 'section', text: texts.validation.tooManySections(sectionsMax) })
    return {
      rows: planned,
      problems,
      async write() {
        const touched = [...drafts.values()].filter(({ isTouched }) => isTouched)
        for (const { before, training } of touched) await writeTraining(tx, training, before !== null)
        const lines = touched.map(({ before, training }) => ({
          action: 'training imported',
          subject: { type: 'training', id: training.id },
          before,
          after: training,
        }))
        await auditAll(tx, ctx, lines)
        return 0
      },
    }
  },
})

function planRow({ line, cells }: Row, known: Training[], drafts: Map<string, Draft>): PlannedRow | Problem[] {
  const problems = mistakesIn({ line, cells })
  if (known.length > 1) problems.push({ line, column: 'title', text: importTexts.twoTrainings(cells.title) })
  const draft = drafts.get(key(cells.title)) ?? begin({ line, cells }, known[0] ?? null)
  for (const fact of facts)
    if (draft.line !== line && cells[fact] && cells[fact] !== draft.training[fact])
      problems.push({ line, column: fact, text: importTexts.otherThanLine(draft.line) })
  if (problems.length > 0) return problems
  drafts.set(key(cells.title), draft)
  const changes = changesOf(cells, draft)
  draft.isTouched ||= changes.length > 0 || draft.before === null
  const what = draft.before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  const name = cells.section ? `${cells.title}: ${cells.section}` : cells.title
  return { line, what, name, changes }
}

/** What is wrong with a row by itself. */
function mistakesIn({ line, cells }: Row): Problem[] {
  const { title, description, pre_content, post_content, section, content } = cells
  const training_sections = section || content ? [{ heading: section, content }] : []
  const columnOf: Record<string, string> = {
    [sectionField(0, 'heading')]: 'section',
    [sectionField(0, 'content')]: 'content',
  }
  const mistakes = trainingMistakes({ title, description, pre_content, post_content, training_sections })
  return Object.entries(mistakes).flatMap(([field, all]) =>
    all.map((text) => ({ line, column: columnOf[field] ?? field, text })),
  )
}

function begin({ line, cells }: Row, before: Training | null): Draft {
  const id = before?.id ?? uuidv7()
  // cast: Object.fromEntries forgets which keys there are
  const said = Object.fromEntries(facts.map((fact) => [fact, cells[fact] || before?.[fact] || null])) as Pick<
    Training,
    (typeof facts)[number]
  >
  const training_sections = [...(before?.training_sections ?? [])]
  return {
    line,
    before,
    training: { id, title: before?.title ?? cells.title, ...said, training_sections },
    isTouched: false,
  }
}

/** Puts the section of a row into its training. @returns what the row changes */
function changesOf(cells: Row['cells'], { before, training }: Draft): Change[] {
  const { training_sections: sections } = training
  const at = sections.findIndex(({ heading }) => key(heading) === key(cells.section))
  const section = sections[at]
  if (cells.section && !section) sections.push({ id: uuidv7(), heading: cells.section, content: cells.content })
  if (section) sections[at] = { ...section, content: cells.content }
  if (!before) return firstFacts(cells)
  return [
    ...changesIn(facts.map((fact) => [fact, before[fact], cells[fact]])),
    ...(cells.section && !section ? [{ field: 'section', from: null, to: cells.section }] : []),
    ...(cells.section ? changesIn([['content', section?.content ?? null, cells.content]]) : []),
  ]
}
