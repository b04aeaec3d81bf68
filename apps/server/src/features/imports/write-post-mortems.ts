import { formatTreatments } from '@chisholm/domain/treatments-given'
import { type AnimalId, newId, type PostMortemId, type UserId } from '../../database/ids.ts'
import { invalid } from '../../http/app-error.ts'
import { recordAuditEntries } from '../audit-recorder/index.ts'
import { insertTreatments } from '../animals/index.ts'
import { libraryEntriesByIds } from '../library/index.ts'
import { lockCarcassLimits } from '../provider/index.ts'
import { lockUserForShare, mayTakePostMortems } from '../post-mortems/index.ts'
import type { PhotoSource } from './photo-source.ts'
import { importAuditEntry } from './import-audit-entry.ts'
import { createPhotoImporter } from './import-photos.ts'
import { changedMeanwhile } from './import-problems.ts'
import { importTexts } from './import-texts.ts'
import type { ImportContext } from './import-plan.ts'
import type { PlannedLine } from './import-post-mortems.ts'
import {
  addToCounters,
  type AnimalCount,
  insertAnimals,
  insertPostMortems,
  type PostMortemCount,
  refreshCarcassClocks,
  suspendCounterTriggers,
} from './bulk-insert.queries.ts'

/** Writes planned lines as they arrive. Nobody is notified, because events of another system are not news. */
export async function createPostMortemWriter(ctx: ImportContext, photos: PhotoSource | null) {
  const { db: tx } = ctx
  const photoImporter = createPhotoImporter(ctx, photos)
  const counts = createCountSums()
  const openPostMortems: PostMortemId[] = []
  const vetsOfOpen = new Set<UserId>()
  const dangerSigns = new Set<string>()
  await suspendCounterTriggers(tx)
  return {
    async write(lines: PlannedLine[]): Promise<void> {
      const postMortems = toPostMortemRows(ctx, lines)
      const animals = toAnimalRows(ctx, lines)
      for (const { id, completed_at, scheduled_for_id } of postMortems) {
        if (completed_at) continue
        openPostMortems.push(id)
        if (scheduled_for_id) vetsOfOpen.add(scheduled_for_id)
      }
      for (const { danger_sign_ids } of animals) for (const id of danger_sign_ids ?? []) dangerSigns.add(id)
      counts.addPostMortems(await insertPostMortems(tx, postMortems))
      counts.addAnimals(
        await insertAnimals(
          tx,
          animals.map(({ treatments_given: _treatments, ...row }) => row),
        ),
      )
      await insertTreatments(
        tx,
        animals.map(({ id, treatments_given }) => ({ animalId: id, treatments: treatments_given })),
      )
      await recordAuditEntries(tx, ctx, [
        ...postMortems.map((postMortem) => importAuditEntry('post-mortem', postMortem)),
        ...animals.map((animal) =>
          importAuditEntry('animal', { ...animal, treatments_given: formatTreatments(animal.treatments_given) }),
        ),
      ])
      for (const [index, line] of lines.entries()) await photoImporter.importPhotos(line, animals[index]?.id)
    },
    /**
     * Applies the carcass limits, checks veterinarians and danger signs again and updates the counters. This happens
     * last, because it blocks changes of the limits and signs, sign-ins of these veterinarians, and writers of the same
     * counters.
     * @throws invalid  a veterinarian with open tickets was disabled or erased, or a danger sign deleted, meanwhile
     */
    async finish(): Promise<void> {
      // the limits may have changed since the first line
      await lockCarcassLimits(tx)
      await refreshCarcassClocks(tx, openPostMortems)
      for (const id of [...vetsOfOpen].toSorted()) {
        await lockUserForShare(tx, id)
        if (!(await mayTakePostMortems(ctx, id))) throw invalid({ file: [importTexts.vetLeftMeanwhile] })
      }
      // no foreign key keeps a sign in a list
      if ((await libraryEntriesByIds(tx, [...dangerSigns])).length < dangerSigns.size) throw changedMeanwhile()
      await addToCounters(tx, counts.ofAnimals(), counts.ofPostMortems())
    },
    /** Removes the photo files that no row will reference. */
    discard: photoImporter.discard,
  }
}

const toPostMortemRows = ({ person }: ImportContext, lines: PlannedLine[]) =>
  lines.flatMap(({ ticket }) => (ticket ? [{ ...ticket, created_by_id: person?.id ?? null }] : []))

const toAnimalRows = ({ person }: ImportContext, lines: PlannedLine[]) =>
  lines.map(({ postMortemRef, animal }) => ({
    ...animal,
    id: newId<AnimalId>(),
    post_mortem_id: postMortemRef.id,
    site_id: postMortemRef.site_id,
    created_by_id: person?.id ?? null,
    created_at: postMortemRef.created_at,
  }))

/** Sums of the counts that were inserted, by their keys in the counter tables. */
function createCountSums() {
  const postMortems = new Map<string, PostMortemCount>()
  const animals = new Map<string, AnimalCount>()
  return {
    addPostMortems(counts: PostMortemCount[]): void {
      for (const count of counts) {
        const key = `${count.site_id} ${count.status} ${count.day} ${count.month}`
        postMortems.set(key, { ...count, tickets: count.tickets + (postMortems.get(key)?.tickets ?? 0) })
      }
    },
    addAnimals(counts: AnimalCount[]): void {
      for (const count of counts) {
        const key = `${count.site_id} ${count.month}`
        animals.set(key, { ...count, animals: count.animals + (animals.get(key)?.animals ?? 0) })
      }
    },
    ofPostMortems: () => [...postMortems.values()],
    ofAnimals: () => [...animals.values()],
  }
}
