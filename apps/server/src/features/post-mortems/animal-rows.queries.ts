import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { animalFieldNames, type FieldOfKind, fieldsOfKind, referenceOf } from '@chisholm/domain/animal-fields'
import type { Zone } from '@chisholm/domain/dates'
import type { DangerSign } from '@chisholm/domain/danger-signs'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import { columnsOf, type Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { updatedAtSql, versionSql } from '../../database/versions.ts'
import type { VisibleSites } from '../../database/visible-sites.ts'
import { photoCountsJson, photoSlotsJson } from './animal-photo-slots.queries.ts'
import { entryNameSql, entryNamesSql } from './entry-name.queries.ts'
import { isPhotoThere, skippedSlotsJson, visiblePhotoColumns } from './issued-photos.queries.ts'
import type { PhotoCounts } from './photo-slots-of-animal.ts'
import { opinionColumns, opinionFields, visibleOpinion } from './issued-opinion.queries.ts'

/** The treatments of animal `a` of the outer query, in their order. */
export const treatmentsJson = sql<TreatmentGiven[]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'treatment_id', g.treatment_id, 'name', g.name,
    'given_at', g.given_at, 'note', g.note) order by g.position), '[]')
  from animal_treatments g where g.animal_id = a.id)`

/** The danger signs of animal `a` of the outer query, in their order. */
const dangerSignsJson = sql<DangerSign[]>`case when a.danger_sign_ids = '{}' then '[]'::json else (
  select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'advice', l.advice, 'level', l.level)
    order by array_position(a.danger_sign_ids, l.id)), '[]')
  from library_entries l where l.id = any(a.danger_sign_ids)) end`

/** The own time zone of the site of animal `a`, in which `days_on_feed` is counted; null without a day of arrival. */
const arrivalZone = sql<Zone | null>`case when a.arrived_at is not null then
  (select s.time_zone from sites s where s.id = a.site_id) end`

const shownColumns = ['id', 'post_mortem_id', ...animalFieldNames, 'examine_by', 'created_at', 'updated_at'] as const
const hiddenColumns = ['created_by_id', 'deleted_at', 'version', 'site_id'] as const
export const animalColumns = [...shownColumns, ...hiddenColumns]

const fieldColumns = shownColumns.filter(
  (column) => column !== 'updated_at' && !opinionFields.some((field) => field === column),
)
const unseenColumns = hiddenColumns.filter((column) => column !== 'version')
/** Entry fields that are not part of the opinion. */
export const entryFields = fieldsOfKind('entry').filter((field) => field !== 'vet_diagnosis_id')

const selectAnimals = (db: Executor, viewer: VisibleSites) =>
  db
    .selectFrom('animals as a')
    .$if(viewer.ids !== null, (animals) => animals.innerJoin(visibleOpinion.as('seen'), (join) => join.onTrue()))
    .where('a.deleted_at', 'is', null)
    .select(columnsOf('a', fieldColumns))
    .select([
      ...opinionColumns(viewer).fields,
      updatedAtSql('a', viewer).as('updated_at'),
      dangerSignsJson.as('danger_signs'),
      treatmentsJson.as('treatments_given'),
    ])

/**
 * Animals that are not deleted, with the names of their references, for exports. Animals of a deleted ticket are deleted
 * with it.
 */
export const animalsWithNames = (db: Executor, viewer: VisibleSites) =>
  selectAnimals(db, viewer)
    .select(columnsOf('a', unseenColumns))
    .select([
      versionSql('a', viewer).as('version'),
      opinionColumns(viewer).diagnosis.as('vet_diagnosis'),
      sql<number>`(select count(*)::int from photos p where p.animal_id = a.id and ${isPhotoThere(viewer)})`.as(
        'photos',
      ),
    ])
    .select(entryFields.map((field) => entryNameSql(`a.${field}`).as(referenceOf(field))))

/**
 * Animals as `presentAnimal` takes them. It derives what it can, because each subquery takes time for each animal, even if
 * it finds nothing.
 */
function presentedAnimals(db: Executor, viewer: VisibleSites) {
  const opinion = opinionColumns(viewer)
  return selectAnimals(db, viewer).select([
    entryNamesSql([...entryFields.map((field) => sql.ref(`a.${field}`)), opinion.currentDiagnosisId]).as('entry_names'),
    opinion.issuedDiagnosis.as('issued_diagnosis'),
    skippedSlotsJson(viewer).as('skipped_slots'),
    opinion.issuedExamination.as('issued_examination'),
    opinion.enteredExamination.as('entered_examination'),
    opinion.enteredLesions.as('entered_lesions'),
  ])
}

/** Animals that are not deleted, for API responses. */
export const animalsWithPhotoSlots = (db: Executor, viewer: VisibleSites) =>
  presentedAnimals(db, viewer)
    .select(columnsOf('a', unseenColumns))
    .select([
      versionSql('a', viewer).as('version'),
      arrivalZone.as('arrival_zone'),
      photoCountsJson(viewer).as('photo_counts'),
      photoSlotsJson.as('slots_of_practice'),
    ])

type ShownRow = Awaited<ReturnType<ReturnType<typeof presentedAnimals>['execute']>>[number]
type HiddenRow = Pick<Selectable<Tables['animals']>, (typeof hiddenColumns)[number]> & { slots_of_practice: string }
type TimestampField = FieldOfKind<'timestamp'> | 'examine_by'
/** A row, or JSON nested in the row of its ticket, where timestamps are texts. */
export type AnimalRow = Omit<ShownRow, 'created_at' | 'updated_at' | TimestampField> &
  Partial<HiddenRow> & { created_at: Date | string; updated_at: Date | string } & Record<
    TimestampField,
    Date | string | null
  > & {
    arrival_zone: Zone | null
    /** Photos by slot; missing if the photos themselves are there. */
    photo_counts?: PhotoCounts | null
    medias?: PhotoOfAnimal[]
  }

const photoColumns = ['id', 'animal_id', 'name', 'type', 'image_key', 'thumbnail_key', 'width', 'height'] as const
/** A photo as JSON nested in the row of its animal. */
export type PhotoOfAnimal = Pick<
  Selectable<Tables['photos']>,
  (typeof photoColumns)[number] | 'slot_id' | 'caption' | 'markup'
> & {
  image_hash: string | null
  lost_at: string | null
  taken_at: string | null
  created_at: string
}
const photosJson = (db: Executor, viewer: VisibleSites) => {
  const { slot_id, caption, markup } = visiblePhotoColumns(viewer)
  return jsonArrayFrom(
    db
      .selectFrom('photos as p')
      .select([slot_id.as('slot_id'), caption.as('caption'), markup.as('markup')])
      .select([...columnsOf('p', photoColumns), 'p.image_hash', 'p.lost_at', 'p.taken_at', 'p.created_at'])
      .where(sql<boolean>`p.animal_id = a.id and ${isPhotoThere(viewer)}`)
      .orderBy('p.created_at')
      .orderBy('p.id'),
  )
}

/** A JSON array of the animals of ticket `t` on site `s` of the outer query, in order of creation. */
export const animalsJson = (db: Executor, viewer: VisibleSites, withPhotos: boolean) =>
  jsonArrayFrom(
    presentedAnimals(db, viewer)
      .select(sql<Zone | null>`s.time_zone`.as('arrival_zone'))
      .where(sql<boolean>`a.post_mortem_id = t.id`)
      .$if(withPhotos, (animals) => animals.select(photosJson(db, viewer).$castTo<PhotoOfAnimal[]>().as('medias')))
      .$if(!withPhotos, (animals) => animals.select(photoCountsJson(viewer).as('photo_counts')))
      .orderBy('a.created_at')
      .orderBy('a.id'),
  )
