import path from 'node:path'
import { type AnimalId, newId, type PhotoId, type SiteId, type UserId } from '../../database/ids.ts'
import { Failure, invalid } from '../../http/failures.ts'
import { fingerprintOfFile } from '../../storage/kept-file.ts'
import { auditAll } from '../audit/index.ts'
import { insertPhotos, keepPictures, type NewPhoto, removeFiles } from '../photos/index.ts'
import { holdPerson, mayTakeTickets } from '../post-mortems/index.ts'
import type { ImportedPhotos } from './imported-photos.ts'
import { importTexts } from './import-texts.ts'
import type { ImportContext } from './plan.ts'
import type { PlannedLine } from './post-mortems.ts'
import { addToCounters, countAtTheEnd, insertAnimals, insertTickets } from './ticket-rows.queries.ts'

/** Writes planned lines as they come. Nobody is told by mail: what happened in another system is no news. */
export async function ticketWriter(ctx: ImportContext, photos: ImportedPhotos | null) {
  const { db: tx } = ctx
  const created_by_id = ctx.person?.id ?? null
  const counted = new Map<string, Awaited<ReturnType<typeof insertTickets>>[number]>()
  const animalsOf = new Map<SiteId, number>()
  const kept: NewPhoto[] = []
  const vets = new Set<UserId>()
  await countAtTheEnd(tx)
  return {
    async write(lines: PlannedLine[]): Promise<void> {
      const tickets = lines.flatMap(({ ticket }) => (ticket ? [{ ...ticket, created_by_id }] : []))
      for (const { completed_at, scheduled_for_id } of tickets)
        if (scheduled_for_id && !completed_at) vets.add(scheduled_for_id)
      const animals = lines.map(({ of, animal }) => ({
        ...animal,
        id: newId<AnimalId>(),
        post_mortem_id: of.id,
        site_id: of.site_id,
        created_by_id,
        created_at: of.created_at,
        customer_record_at: animal.customer_record_at ?? of.record_at,
      }))
      for (const one of await insertTickets(tx, tickets)) {
        const name = `${one.site_id} ${one.status} ${one.day}`
        counted.set(name, { ...one, tickets: one.tickets + (counted.get(name)?.tickets ?? 0) })
      }
      await insertAnimals(tx, animals)
      for (const { site_id } of animals) animalsOf.set(site_id, (animalsOf.get(site_id) ?? 0) + 1)
      await auditAll(tx, ctx, [
        ...tickets.map((ticket) => lineOf('post-mortem', ticket)),
        ...animals.map((animal) => lineOf('animal', animal)),
      ])
      for (const [index, line] of lines.entries()) await keepPhotos(line, animals[index]?.id)
    },
    /**
     * Looks at the veterinarians again, and adds what was written to the counters: at the end, as everybody waits who
     * signs in as one of them or adds to the same counters.
     * @throws invalid  one who has open tickets was disabled or erased meanwhile
     */
    async finish(): Promise<void> {
      for (const id of [...vets].toSorted()) {
        await holdPerson(tx, id)
        if (!(await mayTakeTickets(ctx, id))) throw invalid({ file: [importTexts.vetLeftMeanwhile] })
      }
      const animals = [...animalsOf].map(([site_id, count]) => ({ site_id, animals: count }))
      await addToCounters(tx, animals, [...counted.values()])
    },
    /** Removes the files of photos that no row will name. */
    discard: () => removeFiles(ctx, kept),
  }

  async function keepPhotos({ line, photos: names }: PlannedLine, animalId: AnimalId | undefined): Promise<void> {
    if (!photos || animalId === undefined || names.length === 0) return
    const rows: NewPhoto[] = []
    for (const name of names)
      rows.push(...(await photos.withFile(name, (file) => keepPhoto(line, animalId, name, file))))
    kept.push(...rows)
    await insertPhotos(tx, rows)
    await auditAll(
      tx,
      ctx,
      rows.map(({ id, name, animal_id, bytes, width, height }) =>
        lineOf('photo', { id, name, animal_id, bytes, width, height }),
      ),
    )
  }

  /** @throws invalid  it is no picture that can be kept; the text names line and photo */
  async function keepPhoto(line: number, animalId: AnimalId, name: string, file: string): Promise<NewPhoto[]> {
    const { hash } = await fingerprintOfFile(file)
    try {
      const sent = { id: newId<PhotoId>(), name: path.posix.basename(name).slice(0, 255), path: file, sha256: hash }
      return await keepPictures(ctx, animalId, [sent])
    } catch (thrown) {
      throw thrown instanceof Failure ? invalid({ file: [importTexts.refusedPhoto(line, thrown.message)] }) : thrown
    }
  }
}

const lineOf = <Fact>(type: 'post-mortem' | 'animal' | 'photo', { id, ...after }: { id: string } & Fact) => ({
  action: `${type} imported`,
  subject: { type, id },
  before: null,
  after,
})
