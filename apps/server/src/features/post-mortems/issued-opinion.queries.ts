import { type RawBuilder, sql } from 'kysely'
import { fieldsBy } from '@chisholm/domain/animal-fields'
import type { Examination, Named } from '@chisholm/domain/schemas'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { Filter } from '../../http/filters.ts'
import { entryNameSql } from './entry-name.queries.ts'
import { examinationJson } from './examination.queries.ts'

/* * Clients see the opinion of the newest issued report. Vet roles see the current one, which may be unfinished. */

export const opinionFields = fieldsBy('veterinarian')

/** The current opinion on animal `a` in the issued format. */
const currentOpinion = sql`jsonb_build_object(
  ${sql.join(opinionFields.flatMap((field) => [sql.lit(field), sql.ref(`a.${field}`)]))},
  'vet_diagnosis', ${entryNameSql('a.vet_diagnosis_id')}, 'examination', ${examinationJson})`

/**
 * Whether the current opinion on animal `a` counts as issued: on a ticket completed before reports had versions, until
 * its first version is issued.
 */
const isIssuedAsItStands = sql`(
  exists (select from post_mortems done where done.id = a.post_mortem_id and done.completed_at is not null)
  and not exists (select from report_versions issued where issued.post_mortem_id = a.post_mortem_id))`

const seesCurrent = ({ ids }: AuthorizedSites | { ids: string[] | null }) => ids === null

/** The columns of the opinion on animal `a` for a user with these sites. */
export function opinionColumns(sites: { ids: string[] | null }) {
  const text = (field: (typeof opinionFields)[number]) =>
    seesCurrent(sites)
      ? sql<string | null>`${sql.ref(`a.${field}`)}`
      : sql<string | null>`(seen.opinion ->> ${sql.lit(field)})`
  const [id, note, findings] = [text('vet_diagnosis_id'), text('vet_diagnosis_note'), text('vet_findings')]
  const json = <T>(current: RawBuilder<T>, field: string) =>
    seesCurrent(sites) ? current : sql<T>`nullif(seen.opinion -> ${sql.lit(field)}, 'null')`
  return {
    facts: [id.as('vet_diagnosis_id'), note.as('vet_diagnosis_note'), findings.as('vet_findings')] as const,
    diagnosis: json<Named | null>(entryNameSql('a.vet_diagnosis_id'), 'vet_diagnosis'),
    examination: json<Examination | null>(examinationJson, 'examination'),
  }
}

/** Joined to animals `a` for clients: `seen.opinion`, null while none is issued. `offset 0` evaluates it once. */
export const visibleOpinion = sql<{ opinion: object | null }>`lateral (
  select case when a.issued_opinion is not null then a.issued_opinion
    when ${isIssuedAsItStands} then ${currentOpinion} end as opinion offset 0)`

const seenDiagnosisId = sql`(case when a.issued_opinion is not null
  then (a.issued_opinion ->> 'vet_diagnosis_id')::uuid when ${isIssuedAsItStands} then a.vet_diagnosis_id end)`

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

/** Stores the current opinions on the animals of a ticket as the issued ones, which clients see. */
export const issueOpinions = (tx: Executor, postMortemId: PostMortemId) =>
  sql`update animals a set issued_opinion = ${currentOpinion}
      where a.post_mortem_id = ${postMortemId} and a.deleted_at is null`.execute(tx)
