import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Day } from '@chisholm/domain/dates'
import type { AnimalId, PhotoId, TeachingCaseId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { inOneSnapshot } from '../../database/one-snapshot.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { systemSql } from '../insight/index.ts'

export const caseListRules = {
  filters: { diagnosis_id: 'id', system: 'text', title: 'text' },
  sorts: ['title', 'year', 'diagnosis'],
  sort: 'diagnosis',
  perPage: 50,
  examples: { diagnosis_id: exampleIds.diagnosis, system: 'Respiratory', title: 'Bloat' },
} as const

interface CaseRow {
  id: TeachingCaseId
  title: string
  text: string
  diagnosis: { id: string; name: string; system: string }
  day: Day
  latitude: number | null
  /** The numbers of its photos that still exist. */
  photos: number[]
}

const columnOf = {
  diagnosis_id: sql.ref('e.id'),
  system: systemSql,
  title: sql.ref('c.title'),
  year: sql`extract(year from d.day)`,
  diagnosis: sql.ref('e.name'),
}

/**
 * Teaching cases of existing animals, with the issued diagnosis. `deaths` has no deleted animals or animals of deleted
 * tickets.
 */
const sharedCases = sql`teaching_cases c
  join deaths d on d.animal_id = c.animal_id and d.completed
  join library_entries e on e.id = d.issued_diagnosis_id
  join sites s on s.id = d.site_id`

const photosOfCase = sql`coalesce((
  select json_agg(cp.number order by cp.number) from teaching_case_photos cp
  join photos p on p.id = cp.photo_id where cp.case_id = c.id and p.deleted_at is null), '[]')`

const caseColumns = sql`c.id, c.title, c.text, d.day::text as day, s.latitude,
  json_build_object('id', e.id, 'name', e.name, 'system', ${systemSql}) as diagnosis, ${photosOfCase} as photos`

/** Reads one page of the teaching cases, which are the same for everybody, and their total. */
export async function readCasePage(db: Executor, { filters, sorts, perPage, offset }: ListRequest) {
  const matches = sql.join(
    // cast: the rules of the list name these fields only
    [sql`true`, ...filters.map((filter) => condition(columnOf[filter.field as keyof typeof columnOf], filter))],
    sql` and `,
  )
  const order = sql.join([
    ...sorts.map(
      ({ field, descending }) => sql`${columnOf[field as keyof typeof columnOf]} ${descending ? sql`desc` : sql`asc`}`, // cast: as above
    ),
    sql`c.title`,
    sql`c.id`,
  ])
  return inOneSnapshot(db, async (db) => {
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::int as total from ${sharedCases} where ${matches}`.execute(db)
    const { rows } = await sql<CaseRow>`select ${caseColumns} from ${sharedCases} where ${matches} order by ${order}
      limit ${perPage} offset ${offset}`.execute(db)
    return { total: counted[0]?.total ?? 0, rows }
  })
}

export const caseById = async (db: Executor, id: TeachingCaseId): Promise<CaseRow | undefined> =>
  (await sql<CaseRow>`select ${caseColumns} from ${sharedCases} where c.id = ${id}`.execute(db)).rows[0]

/** The photo of a case by its number, if both exist. */
export const photoOfCase = async (db: Executor, id: TeachingCaseId, number: number): Promise<PhotoId | undefined> =>
  (
    await sql<{ photo_id: PhotoId }>`select cp.photo_id from ${sharedCases}
      join teaching_case_photos cp on cp.case_id = c.id join photos p on p.id = cp.photo_id
      where c.id = ${id} and cp.number = ${number} and p.deleted_at is null`.execute(db)
  ).rows[0]?.photo_id

/** The teaching case of an animal, as written. */
export const caseOfAnimal = async (db: Executor, animalId: AnimalId) =>
  (
    await sql<{ id: TeachingCaseId; title: string; text: string; photo_ids: PhotoId[] }>`
      select c.id, c.title, c.text, coalesce((
        select json_agg(cp.photo_id order by cp.number) from teaching_case_photos cp
        join photos p on p.id = cp.photo_id where cp.case_id = c.id and p.deleted_at is null), '[]') as photo_ids
      from teaching_cases c where c.animal_id = ${animalId}`.execute(db)
  ).rows[0]

/**
 * Identifying data of an animal: numbers of all animals of its ticket, and names of customer, site and people, who are
 * those of the ticket, its reports and its conversation, and the clients of the site.
 */
export const namesOfAnimal = async (db: Executor, animalId: AnimalId): Promise<{ name: string; isEmail: boolean }[]> =>
  (
    await sql<{ name: string; isEmail: boolean }>`
      select btrim(known.name) as name, bool_and(known.is_email) as "isEmail"
      from animals a join post_mortems t on t.id = a.post_mortem_id
        join customers c on c.id = t.customer_id join sites s on s.id = t.site_id
        cross join lateral (
          select unnest(array['CHM-' || t.pin, c.name, s.name, s.city]) as name, false as is_email
          union all select unnest(array[o.tag, o.rfid, o.lot]), false from animals o
            where o.post_mortem_id = t.id and (o.id = a.id or o.deleted_at is null)
          union all select p.name, p.is_email from users u
            cross join lateral (values (u.first_name, false), (u.last_name, false), (u.email, true)) p (name, is_email)
            where u.id in (t.created_by_id, t.requested_by_id, t.scheduled_by_id, t.scheduled_for_id, t.completed_by_id)
              or u.id in (select o.created_by_id from animals o where o.post_mortem_id = t.id
                union all select v.issued_by_id from report_versions v where v.post_mortem_id = t.id
                union all select m.created_by_id from comments m where m.post_mortem_id = t.id
                union all select l.user_id from user_sites l where l.site_id = t.site_id)) as known
      where a.id = ${animalId} and btrim(known.name) <> '' group by 1 order by 1`.execute(db)
  ).rows

/** Counts the photos among these that belong to the animal and are not deleted. */
export const countPhotosOf = async (db: Executor, animalId: AnimalId, ids: string[]): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from photos
      where animal_id = ${animalId} and deleted_at is null and id = any(${ids}::uuid[])`.execute(db)
  ).rows[0]?.count ?? 0

/** Whether the animal has an issued diagnosis. */
export const hasIssuedDiagnosis = async (db: Executor, animalId: AnimalId): Promise<boolean> =>
  (
    await sql`select from deaths where animal_id = ${animalId} and completed and issued_diagnosis_id is not null`.execute(
      db,
    )
  ).rows.length > 0

/** Writes the case of an animal, whose ticket is locked. @param photoIds  undefined: unchanged */
export async function writeCase(
  tx: Executor,
  animalId: AnimalId,
  { title, text }: { title: string; text: string },
  photoIds: string[] | undefined,
): Promise<void> {
  const { id } = await tx
    .insertInto('teaching_cases')
    // cast: a random id, which unlike other ids does not contain a time
    .values({ id: randomUUID() as TeachingCaseId, animal_id: animalId, title, text })
    .onConflict((conflict) => conflict.column('animal_id').doUpdateSet({ title, text }))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (photoIds === undefined) return
  await tx.deleteFrom('teaching_case_photos').where('case_id', '=', id).execute()
  await sql`insert into teaching_case_photos (case_id, number, photo_id)
    select ${id}, number, photo_id from unnest(${photoIds}::uuid[]) with ordinality as chosen (photo_id, number)`.execute(
    tx,
  )
}

export const deleteCase = (tx: Executor, animalId: AnimalId) =>
  tx.deleteFrom('teaching_cases').where('animal_id', '=', animalId).execute()
