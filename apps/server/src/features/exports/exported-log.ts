import { logRules, logToExport, sentenceOf, subjectOf } from '../audit-log/index.ts'
import { exportedList } from './exported-list.ts'

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** The log, with what was before and after as it was written down. */
export const exportedLog = exportedList({
  name: 'audit-log',
  action: 'audit.view',
  rules: logRules,
  query: (db, _sites, list) => logToExport(db, list),
  columns: [
    ['Time', (line) => line.happened_at],
    ['What happened', sentenceOf],
    ['Who', (line) => [line.first_name, line.last_name].filter(Boolean).join(' ') || null],
    ['Email', (line) => line.email],
    ['Action', (line) => line.action],
    ['Kind', (line) => line.subject_type],
    ['Subject', subjectOf],
    ['Subject id', (line) => line.subject_id],
    ['Before', (line) => json(line.before)],
    ['After', (line) => json(line.after)],
    ['Asked from', (line) => line.source],
    ['Request', (line) => line.request_id],
  ],
})
