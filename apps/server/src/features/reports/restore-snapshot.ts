import { animalFieldNames } from '@chisholm/domain/animal-fields'
import type { ReportSnapshot, SnapshotAnimal } from '@chisholm/domain/schemas/report-versions'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { restoreAnimal, restoreExamination } from '../animals/index.ts'
import { restorePhotos } from '../photos/index.ts'
import { restoreSkippedReasons } from '../post-mortems/index.ts'
import * as queries from './restore-snapshot.queries.ts'

/**
 * Puts a ticket, its animals and their photos back as a snapshot has them. Animals added since are deleted. All lesions
 * and treatments are deleted first, because another animal of the ticket may have got their ids since.
 */
export async function restoreSnapshot(
  { db }: Pick<WriteContext, 'db'>,
  postMortemId: PostMortemId,
  { animals, report_grouped }: ReportSnapshot,
): Promise<void> {
  // cast: the snapshot was built from these rows
  const ids = animals.map(({ id }) => id as AnimalId)
  if (report_grouped !== undefined) await queries.restoreGrouping(db, postMortemId, report_grouped === 1)
  await queries.deleteOtherAnimals(db, postMortemId, ids)
  await queries.deleteLesionsAndTreatments(db, postMortemId)
  for (const animal of animals) {
    // cast: as above
    const id = animal.id as AnimalId
    await restoreAnimal(db, id, fieldsOf(animal), animal.treatments_given)
    await restoreExamination(db, id, animal.examination)
    await restoreSkippedReasons(db, id, animal.photo_slots)
  }
  await restorePhotos(
    db,
    animals.flatMap(({ photos }) => photos),
  )
}

const fieldsOf = (animal: SnapshotAnimal) => Object.fromEntries(animalFieldNames.map((field) => [field, animal[field]]))
