import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { constants } from '@chisholm/domain/constants'
import { longDate } from '@chisholm/domain/dates'
import { shownRfid } from '@chisholm/domain/rfid'
import type { Animal, Person, PostMortem, Provider } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { Context } from '../../http/context.ts'
import { conflict } from '../../http/failures.ts'
import { takeTurn } from '../../http/turns.ts'
import type { ReportContent } from '../../pdf/report-content.ts'
import { renderReport } from '../../pdf/render-report.ts'
import { audit } from '../audit/index.ts'
import { photosOfTicket, type PhotoRow } from '../photos/index.ts'
import { readPostMortem } from '../post-mortems/index.ts'
import * as queries from './reports.queries.ts'

export interface Report {
  /** Changes when, and only when, the content changes. */
  id: string
  pin: number
  pdf: Buffer
}

/**
 * Gives the report of a completed ticket; it is made once per content and kept.
 * @throws notFound  the ticket is not this person's to see
 * @throws conflict  it is not completed yet
 * @throws too-many  more new reports in a while than anybody reads
 */
export async function readReport(ctx: Context, ticketId: string): Promise<Report> {
  // a report says the same to everyone who may read it, so it is read without the person's own links
  const { postMortem } = await readPostMortem(ctx, ticketId)
  if (postMortem.status !== 'Completed') throw conflict(texts.refusal.reportNeedsCompletion)
  const photos = await photosOfTicket(ctx.db, ticketId)
  // the practice as it was at completion: what it tells of itself since then changes no completed report
  const provider = await ctx.provider(new Date(postMortem.veterinary_record.completed_at ?? Date.now()))
  const contentHash = fingerprintOf(provider, postMortem, photos)
  const { pin } = postMortem.veterinary_record
  const kept = await queries.reportOfContent(ctx.db, ticketId, contentHash)
  if (kept) return { id: kept.id, pin, pdf: await ctx.storage.get(kept.file_key) }
  await takeTurn(ctx.db, ['report', ctx.person.id], constants.limits.reports)
  const id = uuidv7()
  const pdf = await renderReport(await contentOf(ctx, provider, postMortem, photos, id))
  const file_key = `reports/${id}.pdf`
  await ctx.storage.put(file_key, pdf)
  const isFirst = await ctx.db.transaction().execute(async (tx) => {
    const report = { id, post_mortem_id: ticketId, content_hash: contentHash, file_key }
    if (!(await queries.insertReport(tx, report))) return false
    await audit(tx, ctx, 'report made', { type: 'report', id }, null, { post_mortem_id: ticketId })
    return true
  })
  if (isFirst) return { id, pin, pdf }
  await ctx.storage.remove(file_key)
  return readReport(ctx, ticketId)
}

/** Raised when the look of the report changes, so that reports are made anew. */
const layoutVersion = 1

/** What the report shows, without what differs from reader to reader. */
function fingerprintOf(provider: Provider, postMortem: PostMortem, photos: PhotoRow[]): Buffer {
  const { updated_at: _updated, veterinary_record, ...ticket } = postMortem
  const { customer, veterinary_record_animals, ...record } = veterinary_record
  const animals = veterinary_record_animals.map(({ updated_at: _animalUpdated, ...animal }) => animal)
  const shown = [
    layoutVersion,
    provider,
    ticket,
    record,
    customer.name,
    animals,
    photos.map(({ id, name }) => [id, name]),
  ]
  return createHash('sha256').update(JSON.stringify(shown)).digest()
}

async function contentOf(
  ctx: Context,
  provider: Provider,
  postMortem: PostMortem,
  photos: PhotoRow[],
  id: string,
): Promise<ReportContent> {
  const { veterinary_record: record } = postMortem
  const diagnosisIds = record.veterinary_record_animals.flatMap((animal) => animal.vet_diagnosis_id ?? [])
  const notifiable = new Set((await queries.notifiableAmong(ctx.db, diagnosisIds)).map((row) => row.id))
  const photosOf = Map.groupBy(photos, (photo) => photo.animal_id)
  return {
    provider,
    number: postMortem.title,
    revision: id,
    customer: postMortem.customer.name,
    site: record.site,
    requestedBy: nameOf(record.requested_by),
    requestedAt: shownDate(postMortem.requested_at),
    recordAt: shownDate(postMortem.record_at),
    scheduledAt: shownDate(record.scheduled_at),
    completedAt: shownDate(record.completed_at),
    veterinarian: nameOf(record.completed_by),
    note: postMortem.note,
    noVetVisit: postMortem.no_vet_visit_requested === 1,
    notifiableWarning: texts.other.notifiable,
    animals: await Promise.all(
      record.veterinary_record_animals.map(async (animal) => ({
        ...factsOf(animal),
        notifiable: animal.vet_diagnosis_id !== null && notifiable.has(animal.vet_diagnosis_id),
        photos: await Promise.all(
          (photosOf.get(animal.id) ?? []).map(async (photo) => ({
            bytes: await ctx.storage.get(photo.image_key),
            caption: `${photo.name}, ${longDate(photo.created_at)}`,
          })),
        ),
      })),
    ),
  }
}

const factsOf = (animal: Animal) => ({
  tag: animal.tag,
  tagColor: animal.tag_color?.name ?? null,
  rfid: animal.rfid === null ? null : shownRfid(animal.rfid),
  pen: animal.pen,
  lot: animal.lot,
  breed: animal.breed?.name ?? null,
  animalColor: animal.animal_color?.name ?? null,
  group: animal.animal_group?.name ?? null,
  weight: animal.weight === null ? null : `${animal.weight} kg`,
  dateOfDeath: shownDate(animal.customer_record_at),
  customerNotes: animal.customer_notes,
  customerDiagnosis:
    [animal.customer_diagnosis?.name, animal.customer_diagnosis_note].filter(Boolean).join('. ') || null,
  diagnosis: animal.vet_diagnosis?.name ?? null,
  findings: animal.vet_findings,
  notes: animal.vet_diagnosis_note,
})

const shownDate = (value: string | null) => (value === null ? null : longDate(value))
const nameOf = (person: Person | null) => (person ? `${person.first_name} ${person.last_name}`.trim() : null)
