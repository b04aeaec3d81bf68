import { animalFieldNames } from '@chisholm/domain/animal-fields'
import type { ReportSnapshot, SnapshotAnimal } from '@chisholm/domain/schemas'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { restoreAnimal, restoreExamination } from '../animals/index.ts'
import { restorePhotos } from '../photos/index.ts'
import { restoreSkippedReasons } from '../post-mortems/index.ts'
import * as queries from './restore-snapshot.queries.ts'

/** Puts the animals of a ticket and their photos back as a snapshot has them. Animals added since are deleted. */
export async function restoreSnapshot(
  { db }: Pick<WriteContext, 'db'>,
  postMortemId: PostMortemId,
  { animals }: ReportSnapshot,
): Promise<void> {
  // cast: the snapshot was made of these rows
  const ids = animals.map(({ id }) => id as AnimalId)
  await queries.deleteOtherAnimals(db, postMortemId, ids)
  for (const animal of animals) {
    // cast: as above
    const id = animal.id as AnimalId
    await restoreAnimal(db, id, factsOf(animal), animal.treatments_given)
    await restoreExamination(db, id, animal.examination)
    await restoreSkippedReasons(db, id, animal.photo_slots)
    await restorePhotos(db, animal.photos)
  }
}

const factsOf = (animal: SnapshotAnimal) => Object.fromEntries(animalFieldNames.map((field) => [field, animal[field]]))
