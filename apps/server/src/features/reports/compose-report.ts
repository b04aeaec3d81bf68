import { animalFieldNames } from '@chisholm/domain/animal-fields'
import { formatLongDate, formatLongDay, formatVisitAtSite, type Zone, zoneOfSite } from '@chisholm/domain/dates'
import type { OrganSystem } from '@chisholm/domain/examination'
import { organSystemOf, systemNames } from '@chisholm/domain/examination-texts'
import { fullName } from '@chisholm/domain/full-name'
import { formatRfid } from '@chisholm/domain/rfid'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { ReportSnapshot } from '@chisholm/domain/schemas/report-versions'
import type { Sample } from '@chisholm/domain/schemas/samples'
import { texts } from '@chisholm/domain/texts'
import type { PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { ProviderDetails, Services } from '../../services.ts'
import { currentLayout, type ReportContent } from '../../pdf/report-content.ts'
import { photosForReport, type PhotoRow } from '../photos/index.ts'
import { readForReport } from '../post-mortems/index.ts'
import { samplesForReport } from '../samples/index.ts'
import { groupAnimals, summarizeLots } from './group-animals.ts'
import { printedExamination, printedSample } from './printed-examination.ts'
import { reportHistory } from './report-history.ts'
import { captionOf, drawingOf, photosOfAnimal } from './report-photos.ts'
import { notifiableDiagnoses, systemsOfSlots } from './reports.queries.ts'

export interface ComposingContext {
  db: Executor
  provider: Services['provider']
}

/** The stored content of a report version: the printed content, and the storage key of the logo. */
export interface StoredReport extends ReportContent {
  logoKey: string | null
}

/** A report's information about its previous versions. */
export type ReportSequence = Pick<ReportContent, 'earlierVersions' | 'changesSince' | 'changes'>

export interface ComposedReport {
  postMortem: PostMortem
  provider: ProviderDetails
  /** The time zone of the site, in which days are printed. */
  zone: Zone
  /** The printed content, without the version. */
  content: Omit<StoredReport, 'version' | 'issuedAt' | 'veterinarian' | keyof ReportSequence>
  snapshot: ReportSnapshot
}

/** Composes the current report of a ticket, with the practice details of a time. @throws notFound  it was deleted */
export async function composeReport(ctx: ComposingContext, id: PostMortemId, at?: Date): Promise<ComposedReport> {
  const postMortem = await readForReport(ctx, id)
  const photos = await photosForReport(ctx.db, id)
  const provider = await ctx.provider(ctx.db, at)
  const samples = await samplesForReport(ctx.db, id)
  const zone = zoneOfSite(postMortem.veterinary_record.site, provider.time_zone)
  const content = withoutTabs(await composeContent(ctx, provider, { postMortem, photos, samples, zone }))
  return { postMortem, provider, zone, content, snapshot: toSnapshot(postMortem, photos) }
}

/**
 * Typst prints nothing for a tab, which would join the numbers of a pasted table. Replaced in the stored content and not
 * when it is printed, because the bytes of issued reports must not change.
 */
const withoutTabs = <Content>(content: Content): Content =>
  // cast: only texts change, and the content is stored as JSON
  JSON.parse(JSON.stringify(content), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\t', '    ') : value,
  ) as Content

/** The amendable content of a ticket. */
function toSnapshot({ veterinary_record: record, report_grouped }: PostMortem, photos: PhotoRow[]): ReportSnapshot {
  const photosByAnimal = Map.groupBy(photos, (photo): string => photo.animal_id)
  const animals = record.veterinary_record_animals.map((animal) => ({
    ...animal,
    photos: (photosByAnimal.get(animal.id) ?? []).map(({ id, slot_id, caption, markup }) => ({
      id,
      slot_id,
      caption,
      markup,
    })),
  }))
  return { animals, report_grouped }
}

/**
 * What an Admin's correction can change, for comparison.
 * @param issued  the snapshot of the issued version, because photos that were added later are no part of it
 */
export function correctableContent({ animals }: ReportSnapshot, issued: ReportSnapshot): unknown {
  const issuedPhotos = new Set(issued.animals.flatMap(({ photos }) => photos.map(({ id }) => id)))
  return JSON.parse(
    JSON.stringify(
      animals.map((animal) => [
        animal.id,
        animalFieldNames.map((field) => animal[field]),
        animal.treatments_given,
        // an entry that was renamed since is no correction
        animal.examination && {
          ...animal.examination,
          lesions: animal.examination.lesions.map(({ diagnosis: _diagnosis, ...lesion }) => lesion),
        },
        animal.photos.filter(({ id }) => issuedPhotos.has(id)),
        skippedReasons(animal),
      ]),
    ),
  )
}

/** The reasons for missing photos, in an order that does not depend on the library. */
const skippedReasons = ({ photo_slots }: Pick<Animal, 'photo_slots'>) =>
  photo_slots
    .flatMap(({ slot_id, skipped_reason }) => (skipped_reason === null ? [] : [`${slot_id} ${skipped_reason}`]))
    .toSorted()

async function composeContent(
  { db }: ComposingContext,
  provider: ProviderDetails,
  { postMortem, photos, samples, zone }: { postMortem: PostMortem; photos: PhotoRow[]; samples: Sample[]; zone: Zone },
): Promise<ComposedReport['content']> {
  const { veterinary_record: record } = postMortem
  const diagnosisIds = record.veterinary_record_animals.flatMap((animal) => animal.vet_diagnosis_id ?? [])
  const notifiable = new Set((await notifiableDiagnoses(db, diagnosisIds)).map((row) => row.id))
  const slots = await systemsOfSlots(db)
  const systems = new Map(slots.map(({ id, system }): [string, OrganSystem | null] => [id, organSystemOf(system)]))
  const { name, phone, email, address, logoKey, time_zone: practiceZone } = provider
  const animals = record.veterinary_record_animals.map((animal) => ({
    ...printedAnimal(animal),
    ...reportHistory(animal, record.site, practiceZone),
    ...printedExamination(animal, record.site, practiceZone),
    notifiableWarning:
      animal.vet_diagnosis_id !== null && notifiable.has(animal.vet_diagnosis_id) ? texts.other.notifiable : null,
    samples: samples
      .filter((sample) => sample.veterinary_record_animal_id === animal.id)
      .map((sample) => printedSample(sample, zone)),
    photos: photosOfAnimal(animal, photos, systems).map((named) => ({
      id: named.photo.id,
      caption: captionOf(named, zone),
      ...(named.system && { system: systemNames[named.system] }),
      ...drawingOf(named.photo),
    })),
  }))
  return {
    layout: currentLayout,
    paper: provider.paper === 'a4' ? 'a4' : 'us-letter',
    provider: { name, phone, email, address },
    logoKey,
    number: postMortem.title,
    customer: postMortem.customer.name,
    site: { name: record.site.name, region: record.site.region, city: record.site.city },
    requestedBy: record.requested_by && fullName(record.requested_by),
    requestedAt: postMortem.requested_at && formatLongDate(postMortem.requested_at, zone),
    recordAt: postMortem.record_at && formatLongDay(postMortem.record_at),
    scheduledAt: record.scheduled_at && formatVisitAtSite(record.scheduled_at, record.site, practiceZone),
    completedAt: record.completed_at && formatLongDate(record.completed_at, zone),
    note: postMortem.note,
    noVetVisit: postMortem.no_vet_visit_requested === 1,
    lotSummary: summarizeLots(animals),
    groups: groupAnimals(animals, postMortem.report_grouped === 1),
    animals,
  }
}

const printedAnimal = (animal: Animal) => ({
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
  agreement: agreementOf(animal),
  diagnosis: animal.vet_diagnosis?.name ?? null,
  findings: animal.vet_findings,
  notes: animal.vet_diagnosis_note,
})

function agreementOf({ customer_diagnosis_id: customer, vet_diagnosis_id: vet }: Animal): string | null {
  if (customer === null || vet === null) return null
  return customer === vet ? 'the same as the veterinarian’s' : 'the veterinarian’s differs'
}
