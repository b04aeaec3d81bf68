import { sql } from 'kysely'
import { completeSystems } from '@chisholm/domain/examination'
import type { Examination } from '@chisholm/domain/schemas'
import { timestampSql } from '../../database/timestamp-sql.ts'

const nothingExamined = sql.lit(JSON.stringify(completeSystems([])))

/** Whether a row of animal_lesions `l` counts for animal `a`: the primary one, while it is the animal's diagnosis. */
const lesionCounts = sql`(l.role <> 'primary' or l.diagnosis_id = a.vet_diagnosis_id)`

/** The lesions of animal `a`. A diagnosis without a row is its primary lesion, with the id of the animal. */
const lesionsSql = sql`(
  select json_agg(json_build_object('id', l.id, 'diagnosis_id', l.diagnosis_id,
      'diagnosis', json_build_object('id', entry.id, 'name', entry.name), 'role', l.role, 'certainty', l.certainty,
      'basis', l.basis, 'severity', l.severity, 'stage', l.stage, 'note', l.note) order by l.position) as lesions
  from (
    select l.id, l.position, l.diagnosis_id, l.role, l.certainty, l.basis, l.severity, l.stage, l.note
    from animal_lesions l where l.animal_id = a.id and ${lesionCounts}
    union all
    select a.id, -1, a.vet_diagnosis_id, 'primary', 'probable', 'gross', null, null, null
    where a.vet_diagnosis_id is not null and not exists (
      select from animal_lesions l where l.animal_id = a.id and l.role = 'primary' and ${lesionCounts})
  ) l join library_entries entry on entry.id = l.diagnosis_id)`

/** The examination of animal `a` of the outer query as JSON. */
export const examinationJson = sql<Examination | null>`(
  select case when examined.animal_id is not null or found.lesions is not null then json_build_object(
    'examined_at', ${timestampSql(sql`examined.examined_at`)}, 'mode', examined.mode, 'extent', examined.extent,
    'condition', examined.condition, 'systems', coalesce(examined.systems::json, ${nothingExamined}::json),
    'lesions', coalesce(found.lesions, '[]')) end
  from (select) one
  left join animal_examinations examined on examined.animal_id = a.id
  cross join lateral ${lesionsSql} found)`
