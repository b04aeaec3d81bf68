import { sql } from 'kysely'
import type { Lesion } from '@chisholm/domain/schemas/examination'
import { timestampSql } from '../../database/timestamp-sql.ts'
import type { EnteredExamination } from './compose-examination.ts'

/** The examination of animal `a` of the outer query; null if nothing was entered. */
export const enteredExaminationJson = sql<EnteredExamination | null>`(
  select json_build_object('examined_at', ${timestampSql(sql`e.examined_at`)}, 'mode', e.mode, 'extent', e.extent,
    'condition', e.condition, 'systems', e.systems)
  from animal_examinations e where e.animal_id = a.id)`

/** The lesions that were entered for animal `a`, in their order; null if none was. */
export const enteredLesionsJson = sql<Lesion[] | null>`(
  select json_agg(json_build_object('id', l.id, 'diagnosis_id', l.diagnosis_id,
    'diagnosis', json_build_object('id', entry.id, 'name', entry.name), 'role', l.role, 'certainty', l.certainty,
    'basis', l.basis, 'severity', l.severity, 'stage', l.stage, 'note', l.note) order by l.position)
  from animal_lesions l join library_entries entry on entry.id = l.diagnosis_id where l.animal_id = a.id)`
