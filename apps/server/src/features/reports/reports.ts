import { createHash } from 'node:crypto'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { limits } from '@chisholm/domain/constants'
import { formatLongDate, formatLongDay, formatLongVisit } from '@chisholm/domain/dates'
import { formatRfid } from '@chisholm/domain/rfid'
import type { Animal, Person, PostMortem } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { PostMortemId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context } from '../../http/context.ts'
import type { Services, ProviderDetails } from '../../services.ts'
import { conflict } from '../../http/app-error.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import type { ReportContent } from '../../pdf/report-content.ts'
import { renderReport } from '../../pdf/render-report.ts'
import { fingerprintOfBytes as fingerprintOfPdf, readVerified } from '../../storage/file-integrity.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { photosForReport, type PhotoRow, readImage } from '../photos/index.ts'
import { readForReport, readPostMortem } from '../post-mortems/index.ts'
import { readLogo, requireConfirmedProvider } from '../provider/index.ts'
import { expectedPdf } from './check-report-files.ts'
import { fieldsOfHistory, historyToHash, reportHistory } from './report-history.ts'
import * as queries from './reports.queries.ts'

export interface Report {
  /** The id changes if and only if the content changes. */
  id: string
  pin: number
  pdf: Buffer
}

/**
 * Reads the report of a completed ticket. It is rendered once for its content and stored. If its file is missing or
 * damaged, it is rendered again under the same id. If photos or the logo are lost, the report is shown without them
 * under another id and is not stored, so that the complete report returns once they do.
 * @throws notFound  the user may not see the ticket
 * @throws conflict  the ticket is not completed, or the practice is not set up
 * @throws too-many  the user has requested too many reports that must be rendered
 */
export async function readReport(ctx: Context, postMortemId: PostMortemId): Promise<Report> {
  // All readers share the report, so it leaves out what depends on the user.
  const { postMortem } = await readPostMortem(ctx, postMortemId)
  if (postMortem.status !== 'Completed') throw conflict(texts.refusal.reportNeedsCompletion)
  const photos = await photosForReport(ctx.db, postMortemId)
  const provider = await providerAtCompletion(ctx, postMortem)
  requireConfirmedProvider(provider)
  const contentHash = hashContent(provider, postMortem, photos)
  const { pin } = postMortem.veterinary_record
  const stored = await queries.reportByContent(ctx.db, postMortemId, contentHash)
  const intact = stored && (await readVerified(ctx.storage, expectedPdf(stored)))
  if (intact) return { id: stored.id, pin, pdf: intact }
  await consumeRateLimit(ctx.db, ['report', ctx.person.id], limits.reports)
  const content = await readContent(ctx, provider, postMortem, photos)
  const missing = findMissingImages(content, provider)
  const id = missing.length > 0 ? incompleteReportId(contentHash, missing) : (stored?.id ?? uuidv7())
  const pdf = await renderReport({ ...content, revision: id })
  if (missing.length > 0 || (await storeReport(ctx, { id, postMortemId, contentHash, pdf, replaces: stored })))
    return { id, pin, pdf }
  // Another request has stored it first.
  return readReport(ctx, postMortemId)
}

/**
 * The hash of what the report of a completed ticket would show now. Reports with other hashes are superseded.
 * @throws notFound  the ticket is deleted
 */
export async function currentContentHash(
  ctx: { db: Executor; provider: Services['provider'] },
  postMortemId: PostMortemId,
): Promise<Buffer> {
  const postMortem = await readForReport(ctx, postMortemId)
  const photos = await photosForReport(ctx.db, postMortemId)
  return hashContent(await providerAtCompletion(ctx, postMortem), postMortem, photos)
}

/** The details of the practice at completion. Later changes do not affect a completed report. */
const providerAtCompletion = (ctx: { db: Executor; provider: Services['provider'] }, postMortem: PostMortem) =>
  ctx.provider(ctx.db, new Date(postMortem.veterinary_record.completed_at ?? Date.now()))

/** @returns false if another request has stored the same report first */
async function storeReport(
  ctx: Context,
  report: {
    id: string
    postMortemId: PostMortemId
    contentHash: Buffer
    pdf: Buffer
    replaces: queries.ReportFile | undefined
  },
): Promise<boolean> {
  const { id, postMortemId, replaces } = report
  // The key is new, because the damaged file may still be open elsewhere.
  const file_key = `reports/${id}-${uuidv7()}.pdf`
  const { hash, bytes } = fingerprintOfPdf(report.pdf)
  const file = { id, file_key, file_hash: hash, bytes }
  await ctx.storage.put(file_key, report.pdf)
  const isStored = replaces
    ? await queries.replaceReportFile(ctx.db, replaces, file)
    : await inTransaction(ctx, async (ctx) => {
        const row = { ...file, post_mortem_id: postMortemId, content_hash: report.contentHash }
        if (!(await queries.insertReport(ctx.db, row))) return false
        await recordAudit(ctx.db, ctx, 'report made', { type: 'report', id }, null, { post_mortem_id: postMortemId })
        return true
      })
  if (!isStored) await ctx.storage.remove(file_key)
  return isStored
}

const findMissingImages = (
  { animals, logo }: Pick<ReportContent, 'animals' | 'logo'>,
  { logoKey }: ProviderDetails,
): string[] => [
  ...animals.flatMap(({ photos }, index) =>
    photos.flatMap(({ bytes }, number) => (bytes === null ? [`${index}/${number}`] : [])),
  ),
  ...(logoKey !== null && logo === null ? ['logo'] : []),
]

/** The same content with the same missing images always gets the same id. */
function incompleteReportId(contentHash: Buffer, lost: string[]): string {
  const hash = createHash('sha256').update(contentHash).update(lost.join())
  return uuidv4({ random: hash.digest().subarray(0, 16) })
}

/** Increase this number when the layout changes, so that reports are rendered again. */
const layoutVersion = 2

/**
 * The order of the fields, and leaving out empty ones, keep the hashes of reports that are older than address and logo.
 */
const fingerprintFields = ({ name, phone, email, url, time_zone, address, logoKey }: ProviderDetails) => ({
  name,
  phone,
  email,
  url,
  time_zone,
  ...(address && { address }),
  ...(logoKey && { logoKey }),
})

/** Fields of an animal that the report does not show: they are left out, so that reports keep their hashes. */
const animalFieldsNotShown = ['updated_at', 'examination', ...fieldsOfHistory, 'photo_slots']
const fieldsNotShown = [
  'updated_at',
  'examine_by',
  'photos_missing_reason',
  'danger',
  'danger_acknowledged_at',
  'danger_acknowledged_by_id',
  'veterinary_record',
]

const omitFields = (object: object, fields: string[]) =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)))

/** Hashes what the report shows, without what depends on the reader. */
function hashContent(practice: ProviderDetails, postMortem: PostMortem, photos: PhotoRow[]): Buffer {
  const { customer, veterinary_record_animals, ...record } = postMortem.veterinary_record
  const animals = veterinary_record_animals.map((animal) => ({
    ...omitFields(animal, animalFieldsNotShown),
    ...historyToHash(animal),
  }))
  const content = [
    layoutVersion,
    fingerprintFields(practice),
    omitFields(postMortem, fieldsNotShown),
    omitFields(record, fieldsNotShown),
    customer.name,
    animals,
    photos.map(({ id, name }) => [id, name]),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

async function readContent(
  ctx: Context,
  provider: ProviderDetails,
  postMortem: PostMortem,
  photos: PhotoRow[],
): Promise<Omit<ReportContent, 'revision'>> {
  const { veterinary_record: record } = postMortem
  const diagnosisIds = record.veterinary_record_animals.flatMap((animal) => animal.vet_diagnosis_id ?? [])
  const notifiable = new Set((await queries.notifiableDiagnoses(ctx.db, diagnosisIds)).map((row) => row.id))
  const zone = provider.time_zone
  const photosByAnimal = Map.groupBy(photos, (photo): string => photo.animal_id)
  return {
    provider,
    logo: provider.logoKey === null ? null : await readLogo(ctx, provider.logoKey),
    number: postMortem.title,
    customer: postMortem.customer.name,
    site: record.site,
    requestedBy: fullName(record.requested_by),
    requestedAt: postMortem.requested_at && formatLongDate(postMortem.requested_at, zone),
    recordAt: postMortem.record_at && formatLongDay(postMortem.record_at),
    scheduledAt: record.scheduled_at && formatLongVisit(record.scheduled_at, zone),
    completedAt: record.completed_at && formatLongDate(record.completed_at, zone),
    veterinarian: fullName(record.completed_by),
    note: postMortem.note,
    noVetVisit: postMortem.no_vet_visit_requested === 1,
    notifiableWarning: texts.other.notifiable,
    animals: await Promise.all(
      record.veterinary_record_animals.map(async (animal) => ({
        ...reportAnimal(animal),
        ...reportHistory(animal, zone),
        notifiable: animal.vet_diagnosis_id !== null && notifiable.has(animal.vet_diagnosis_id),
        photos: await Promise.all(
          (photosByAnimal.get(animal.id) ?? []).map(async (photo) => ({
            bytes: await readImage(ctx, photo),
            caption: `${photo.name}, ${formatLongDate(photo.created_at, zone)}`,
          })),
        ),
      })),
    ),
  }
}

const reportAnimal = (animal: Animal) => ({
  tag: animal.tag,
  tagColor: animal.tag_color?.name ?? null,
  rfid: animal.rfid === null ? null : formatRfid(animal.rfid),
  pen: animal.pen,
  lot: animal.lot,
  breed: animal.breed?.name ?? null,
  animalColor: animal.animal_color?.name ?? null,
  group: animal.animal_group?.name ?? null,
  weight: animal.weight === null ? null : `${animal.weight} kg`,
  dateOfDeath: animal.customer_record_at && formatLongDay(animal.customer_record_at),
  customerNotes: animal.customer_notes,
  customerDiagnosis:
    [animal.customer_diagnosis?.name, animal.customer_diagnosis_note].filter(Boolean).join('. ') || null,
  diagnosis: animal.vet_diagnosis?.name ?? null,
  findings: animal.vet_findings,
  notes: animal.vet_diagnosis_note,
})

const fullName = (person: Person | null) => (person ? `${person.first_name} ${person.last_name}`.trim() : null)
