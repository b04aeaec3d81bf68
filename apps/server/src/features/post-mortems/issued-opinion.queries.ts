import { type RawBuilder, sql } from 'kysely'
import { fieldsBy } from '@chisholm/domain/animal-fields'
import type { Examination } from '@chisholm/domain/schemas/examination'
import type { Named } from '@chisholm/domain/schemas/references'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import { columnsOf } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { nextVersion, type SeenBy } from '../../database/versions.ts'
import type { VisibleSites } from '../../database/visible-sites.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { Filter } from '../../http/filters.ts'
import { entryNameSql } from './entry-name.queries.ts'
import { composeExamination } from './compose-examination.ts'
import { enteredExaminationJson, enteredLesionsJson } from './examination.queries.ts'

/* Clients see the opinion of the newest issued report. Vet roles see the current one, which may be unfinished. */

export const opinionFields = fieldsBy('veterinarian')

/**
 * Whether the current opinion on animal `a` counts as issued: on a ticket completed before reports had versions, until
 * its first version is issued.
 */
const isCurrentOpinionIssued = sql`(
  exists (select from post_mortems done where done.id = a.post_mortem_id and done.completed_at is not null)
  and not exists (select from report_versions issued where issued.post_mortem_id = a.post_mortem_id))`

/** The readers of a changed opinion on an animal of this ticket. A change of a completed ticket is issued at once. */
export const opinionSeenBy = (postMortem: { completed_at: Date | null; amendment_opened_at: Date | null }): SeenBy =>
  postMortem.completed_at && !postMortem.amendment_opened_at ? 'everybody' : 'vets'

const seesCurrent = ({ ids }: VisibleSites) => ids === null

/** The columns of the opinion on animal `a` for a user with these sites. Clients need the join of `visibleOpinion`. */
export function opinionColumns(sites: VisibleSites) {
  const seesAll = seesCurrent(sites)
  const currentOnly = <T>(value: RawBuilder<T>) =>
    seesAll ? value : sql<T>`case when seen.is_current then ${value} end`
  const issued = <T>(field: string) =>
    seesAll ? sql<T | null>`null` : sql<T | null>`nullif(seen.opinion -> ${sql.lit(field)}, 'null')::json`
  const text = (field: (typeof opinionFields)[number]) => {
    const current = sql<string | null>`${sql.ref(`a.${field}`)}`
    return seesAll
      ? current
      : sql<string | null>`coalesce(${currentOnly(current)}::text, seen.opinion ->> ${sql.lit(field)})`
  }
  const [id, note, findings] = [text('vet_diagnosis_id'), text('vet_diagnosis_note'), text('vet_findings')]
  return {
    fields: [id.as('vet_diagnosis_id'), note.as('vet_diagnosis_note'), findings.as('vet_findings')] as const,
    /** Null if it is in `issuedDiagnosis`. */
    currentDiagnosisId: currentOnly(sql`a.vet_diagnosis_id`),
    issuedDiagnosis: issued<Named>('vet_diagnosis'),
    diagnosis: sql<Named | null>`coalesce(${currentOnly(entryNameSql('a.vet_diagnosis_id'))}, ${issued('vet_diagnosis')})`,
    /** The arguments of `composeExamination`, null if the examination is in `issuedExamination`. */
    enteredExamination: currentOnly(enteredExaminationJson),
    enteredLesions: currentOnly(enteredLesionsJson),
    issuedExamination: issued<Examination>('examination'),
  }
}

/**
 * Joined to animals `a` for clients: `seen.is_current`, whether they see the current opinion, and `seen.opinion`, the
 * issued one; null while none is issued. `offset 0` evaluates it once.
 */
export const visibleOpinion = sql<{ is_current: boolean; opinion: object | null }>`lateral (
  select a.issued_opinion is null and ${isCurrentOpinionIssued} as is_current, a.issued_opinion as opinion offset 0)`

const seenDiagnosisId = sql`(case when a.issued_opinion is not null
  then (a.issued_opinion ->> 'vet_diagnosis_id')::uuid when ${isCurrentOpinionIssued} then a.vet_diagnosis_id end)`

/** Whether the diagnosis of animal `a` matches a filter, for a user with these sites. */
export function diagnosisCondition(sites: AuthorizedSites, filter: Filter): RawBuilder<boolean> {
  const current = sql.ref('a.vet_diagnosis_id')
  if (seesCurrent(sites)) return condition(current, filter)
  const seen = condition(seenDiagnosisId, filter)
  if (filter.op !== 'eq') return seen
  // both conditions have an index and match a superset
  const candidates = [current, sql`(a.issued_opinion ->> 'vet_diagnosis_id')::uuid`].map((column) =>
    condition(column, filter),
  )
  return sql`((${sql.join(candidates, sql` or `)}) and ${seen})`
}

/**
 * Stores the current opinions on the animals of a locked ticket as the issued ones, which clients see. They also see the
 * reasons for missing photos that an amendment has changed.
 */
export async function issueOpinions(tx: Executor, postMortemId: PostMortemId): Promise<void> {
  const animals = await tx
    .selectFrom('animals as a')
    .select(['a.id', ...columnsOf('a', opinionFields)])
    .select([
      entryNameSql('a.vet_diagnosis_id').as('vet_diagnosis'),
      enteredExaminationJson.as('entered_examination'),
      enteredLesionsJson.as('entered_lesions'),
    ])
    .where('a.post_mortem_id', '=', postMortemId)
    .where('a.deleted_at', 'is', null)
    .execute()
  const opinions = animals.map(({ id, entered_examination, entered_lesions, ...opinion }) => ({
    id,
    opinion: {
      ...opinion,
      examination: composeExamination(id, opinion.vet_diagnosis, entered_examination, entered_lesions),
    },
  }))
  await tx
    .updateTable('animals as a')
    .from(
      sql<{ id: AnimalId; opinion: object }>`json_to_recordset(${JSON.stringify(opinions)})`.as<'issued'>(
        sql`issued (id uuid, opinion jsonb)`,
      ),
    )
    .set({ issued_opinion: sql`issued.opinion`, ...nextVersion('clients') })
    .whereRef('a.id', '=', 'issued.id')
    .where(sql<boolean>`(a.issued_opinion is distinct from issued.opinion or a.issued_skipped_slots is not null)`)
    .execute()
}

/** Shows clients whether the report of a ticket, which is being issued, groups its animals. */
export const issueGrouping = (tx: Executor, postMortemId: PostMortemId) =>
  tx
    .updateTable('post_mortems')
    .set({ issued_report_grouped: sql`report_grouped`, ...nextVersion('clients') })
    .where('id', '=', postMortemId)
    .whereRef('issued_report_grouped', '<>', 'report_grouped')
    .execute()
