import { organSystems } from '@chisholm/domain/examination'
import type { Examination } from '@chisholm/domain/schemas/examination'
import { type AnimalId, newId, type PostMortemId, type UserId } from '../database/ids.ts'
import type { WriteContext } from '../http/context.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { restoreExamination } from '../features/animals/index.ts'
import { createProviderReader } from '../features/provider/index.ts'
import { issueReport } from '../features/reports/index.ts'
import type { Settings } from '../settings.ts'

const hour = 3_600_000

/** A ticket of the demo, with the data of its reports. */
interface DemoPostMortem {
  id: PostMortemId
  created_at: Date
  completed_at: Date | null
  scheduled_at: Date | null
  scheduled_for_id: UserId | null
}
interface DemoAnimal {
  id: AnimalId
  post_mortem_id: PostMortemId
  vet_diagnosis_id: string | null
}
interface DemoReports {
  postMortems: DemoPostMortem[]
  animals: DemoAnimal[]
  diagnoses: { id: string; code: string }[]
  names: Map<UserId, string>
  settings: Settings
  now: Date
}

const nothing = async () => {}
/** The first reader renders a PDF. */
const noJobs: JobQueue = { enqueue: nothing, enqueueAll: nothing, start: nothing, stop: nothing }

/**
 * Examines two tickets and issues their reports: a final one of two lesions that was amended after histology, and a
 * preliminary one of a ticket that is still open. The PDFs are rendered when they are first opened.
 */
export async function issueDemoReports(tx: WriteContext['db'], demo: DemoReports): Promise<void> {
  const { postMortems, settings, now } = demo
  const ctx = {
    db: tx,
    settings,
    provider: createProviderReader(settings.provider),
    jobs: noJobs,
    requestId: 'demo',
    source: 'demo',
    person: null,
  }
  const byOf = (id: UserId | null) => (id === null ? null : { id, name: demo.names.get(id) ?? null })
  const completed = postMortems.findLast(({ completed_at }) => completed_at !== null && completed_at < now)
  const open = postMortems.findLast(
    ({ completed_at, scheduled_for_id, scheduled_at }) =>
      !completed_at && scheduled_for_id && scheduled_at && scheduled_at < now,
  )
  if (completed?.completed_at) {
    const { id, completed_at: at, scheduled_for_id } = completed
    const by = byOf(scheduled_for_id)
    await examine(tx, demo, completed, at, 'probable')
    await issueReport(ctx, id, { kind: 'final', issued: { at, by } })
    await examine(tx, demo, completed, at, 'confirmed')
    const later = new Date(Math.min(at.getTime() + 30 * hour, now.getTime()))
    const reason = 'Histology confirmed the primary lesion.'
    await issueReport(ctx, id, { kind: 'amended', reason, issued: { at: later, by } })
  }
  if (open) {
    const at = new Date(now.getTime() - hour)
    await examine(tx, demo, open, at, 'suspected')
    await issueReport(ctx, open.id, { kind: 'preliminary', issued: { at, by: byOf(open.scheduled_for_id) } })
  }
}

/** Adds an examination to every animal of a ticket: the diagnosis as primary lesion, and a second lesion. */
async function examine(
  tx: WriteContext['db'],
  { animals, diagnoses }: DemoReports,
  { id }: DemoPostMortem,
  at: Date,
  certainty: Examination['lesions'][number]['certainty'],
): Promise<void> {
  const idOf = (code: string) => diagnoses.find((diagnosis) => diagnosis.code === code)?.id ?? ''
  for (const animal of animals.filter(({ post_mortem_id }) => post_mortem_id === id)) {
    const primary = animal.vet_diagnosis_id ?? idOf('RES-02')
    const second = primary === idOf('DIG-04') ? idOf('DIG-05') : idOf('DIG-04')
    const basis = certainty === 'confirmed' ? 'histology' : 'gross'
    const lesion = { id: newId(), certainty, note: null }
    await tx.updateTable('animals').set({ vet_diagnosis_id: primary }).where('id', '=', animal.id).execute()
    await restoreExamination(tx, animal.id, {
      examined_at: new Date(at.getTime() - hour).toISOString(),
      mode: 'on_site',
      extent: 'partial',
      condition: 3,
      systems: organSystems.map((system) => ({ system, ...(found[system] ?? { state: 'not_examined', text: null }) })),
      lesions: [
        { ...lesion, ...diagnosis(primary), role: 'primary', basis, severity: 'severe', stage: 'acute' },
        {
          ...lesion,
          ...diagnosis(second),
          id: newId(),
          role: 'incidental',
          certainty: 'probable',
          basis: 'gross',
          severity: 'mild',
          stage: 'chronic',
        },
      ],
    })
  }
}

const diagnosis = (diagnosis_id: string) => ({ diagnosis_id, diagnosis: { id: diagnosis_id, name: '' } })

const normal = { state: 'normal', text: null } as const
/** Systems that are missing here were not examined. */
const found: Partial<
  Record<Examination['systems'][number]['system'], { state: 'normal' | 'abnormal'; text: string | null }>
> = {
  external: normal,
  body_cavities: { state: 'abnormal', text: 'About two litres of straw-coloured fluid in the chest.' },
  respiratory: { state: 'abnormal', text: 'Cranioventral lobes firm and dark red, fibrin on the pleura.' },
  cardiovascular: normal,
  digestive: { state: 'abnormal', text: 'Rumen wall with a few old scars; contents normal.' },
  liver: normal,
  urinary: normal,
}
