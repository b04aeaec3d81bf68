import { formatTreatments } from '@chisholm/domain/treatments-given'
import { type AnimalId, newId, type PostMortemId, type UserId } from '../../database/ids.ts'
import { invalid } from '../../http/app-error.ts'
import { recordAuditEntries } from '../audit-recorder/index.ts'
import { insertTreatments } from '../animals/index.ts'
import { lockCarcassLimits } from '../provider/index.ts'
import { lockUserForShare, mayTakePostMortems } from '../post-mortems/index.ts'
import type { PhotoSource } from './photo-source.ts'
import { importAuditEntry } from './import-audit-entry.ts'
import { createPhotoImporter } from './import-photos.ts'
import { importTexts } from './import-texts.ts'
import type { ImportContext } from './import-plan.ts'
import type { PlannedLine } from './import-post-mortems.ts'
import {
  addToCounters,
  refreshCarcassClocks,
  suspendCounterTriggers,
  insertAnimals,
  insertPostMortems,
} from './bulk-insert.queries.ts'

/** Writes planned lines as they arrive. Nobody is notified, because events of another system are not news. */
export async function createPostMortemWriter(ctx: ImportContext, photos: PhotoSource | null) {
  const { db: tx } = ctx
  const created_by_id = ctx.person?.id ?? null
  const postMortemCounts = new Map<string, Awaited<ReturnType<typeof insertPostMortems>>[number]>()
  const animalCounts = new Map<string, Awaited<ReturnType<typeof insertAnimals>>[number]>()
  const photoImporter = createPhotoImporter(ctx, photos)
  const vets = new Set<UserId>()
  const openPostMortems: PostMortemId[] = []
  await suspendCounterTriggers(tx)
  return {
    async write(lines: PlannedLine[]): Promise<void> {
      const tickets = lines.flatMap(({ ticket }) => (ticket ? [{ ...ticket, created_by_id }] : []))
      for (const { completed_at, scheduled_for_id } of tickets)
        if (scheduled_for_id && !completed_at) vets.add(scheduled_for_id)
      openPostMortems.push(...tickets.flatMap(({ id, completed_at }) => (completed_at ? [] : [id])))
      const animals = lines.map(({ postMortemRef, animal }) => ({
        ...animal,
        id: newId<AnimalId>(),
        post_mortem_id: postMortemRef.id,
        site_id: postMortemRef.site_id,
        created_by_id,
        created_at: postMortemRef.created_at,
        customer_record_at: animal.customer_record_at ?? postMortemRef.record_at,
      }))
      for (const count of await insertPostMortems(tx, tickets)) {
        const name = `${count.site_id} ${count.status} ${count.day} ${count.month}`
        postMortemCounts.set(name, { ...count, tickets: count.tickets + (postMortemCounts.get(name)?.tickets ?? 0) })
      }
      const rows = animals.map(({ treatments_given: _treatments, ...row }) => row)
      for (const count of await insertAnimals(tx, rows)) {
        const name = `${count.site_id} ${count.month}`
        animalCounts.set(name, { ...count, animals: count.animals + (animalCounts.get(name)?.animals ?? 0) })
      }
      await insertTreatments(
        tx,
        animals.map(({ id, treatments_given }) => ({ animalId: id, treatments: treatments_given })),
      )
      await recordAuditEntries(tx, ctx, [
        ...tickets.map((ticket) => importAuditEntry('post-mortem', ticket)),
        ...animals.map((animal) =>
          importAuditEntry('animal', { ...animal, treatments_given: formatTreatments(animal.treatments_given) }),
        ),
      ])
      for (const [index, line] of lines.entries()) await photoImporter.importPhotos(line, animals[index]?.id)
    },
    /**
     * Applies the carcass limits, checks the veterinarians again and updates the counters. This happens last, because
     * it blocks changes of the limits, sign-ins of these veterinarians, and writers of the same counters.
     * @throws invalid  a veterinarian with open tickets was disabled or erased meanwhile
     */
    async finish(): Promise<void> {
      // the limits may have changed since the first line
      await lockCarcassLimits(tx)
      await refreshCarcassClocks(tx, openPostMortems)
      for (const id of [...vets].toSorted()) {
        await lockUserForShare(tx, id)
        if (!(await mayTakePostMortems(ctx, id))) throw invalid({ file: [importTexts.vetLeftMeanwhile] })
      }
      await addToCounters(tx, [...animalCounts.values()], [...postMortemCounts.values()])
    },
    /** Removes the photo files that no row will reference. */
    discard: photoImporter.discard,
  }
}
