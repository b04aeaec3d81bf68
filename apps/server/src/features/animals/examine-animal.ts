import { nothingExamined } from '@chisholm/domain/examination'
import type { Examination } from '@chisholm/domain/schemas/examination'
import { type AnimalId, newId } from '../../database/ids.ts'
import { idInUse } from '../../http/app-error.ts'
import type { WriteContext } from '../../http/context.ts'
import type { IfMatch } from '../../http/etag.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { requireEntries } from '../library/index.ts'
import { examinationOf, opinionSeenBy, touchPostMortem } from '../post-mortems/index.ts'
import { lockAnimalAndPostMortem, requireAnimalToExamine } from './animals.ts'
import { changeAnimal } from './animals.queries.ts'
import * as queries from './examination.queries.ts'
import type { SentExamination } from './parse-examination.ts'

/**
 * Writes the examination of an animal. Its primary lesion becomes the diagnosis of the animal, or none.
 * @throws notFound   the user may not see the animal
 * @throws forbidden  a client
 * @throws stale      the animal has changed since the caller read it
 * @throws invalid    a diagnosis does not exist, or is retired
 * @throws conflict   the id of a lesion is in use; otherwise like `lockPostMortemFor`
 */
export async function examineAnimal(
  ctx: WriteContext,
  id: AnimalId,
  sent: SentExamination,
  expected: IfMatch,
): Promise<void> {
  await requireAnimalToExamine(ctx, id)
  const { animal, postMortem } = await lockAnimalAndPostMortem(ctx, id, 'animal.diagnose', expected)
  const before = examinationOf(animal)
  const after = await mergeExamination(ctx, before, sent)
  const { lesions, systems, ...fields } = after
  await queries.saveExamination(ctx.db, { ...fields, animal_id: id, systems: JSON.stringify(systems) })
  if (!(await queries.replaceLesions(ctx.db, id, lesions))) throw idInUse()
  const vet_diagnosis_id = lesions.find(({ role }) => role === 'primary')?.diagnosis_id ?? null
  const seenBy = opinionSeenBy(postMortem)
  await changeAnimal(ctx.db, id, { vet_diagnosis_id }, seenBy)
  await touchPostMortem(ctx.db, postMortem.id, seenBy)
  await recordAudit(ctx.db, ctx, {
    action: 'animal examined',
    subject: { type: 'animal', id },
    before: { vet_diagnosis_id: animal.vet_diagnosis_id, examination: before },
    after: { vet_diagnosis_id, examination: after },
  })
}

/** The stored examination, overwritten by the fields that were sent. */
async function mergeExamination(ctx: WriteContext, before: Examination | null, { lesions, ...sent }: SentExamination) {
  const stored = before ?? nothingExamined
  return {
    ...stored,
    ...sent,
    lesions: lesions ? await checkLesions(ctx, stored.lesions, lesions) : lesionsOf(stored.lesions),
  }
}

const lesionsOf = (lesions: Examination['lesions']) => lesions.map(({ diagnosis: _diagnosis, ...lesion }) => lesion)

async function checkLesions(
  ctx: WriteContext,
  before: Examination['lesions'],
  sent: NonNullable<SentExamination['lesions']>,
) {
  // an animal may keep a reference to an entry that was retired later
  await requireEntries(
    ctx.db,
    sent.flatMap(({ diagnosis_id: id }, index) =>
      before.some((lesion) => lesion.diagnosis_id === id)
        ? []
        : [{ field: `lesions.${index}.diagnosis_id`, list: 'diagnoses', id }],
    ),
  )
  return sent.map((lesion) => ({ ...lesion, id: lesion.id ?? newId() }))
}
