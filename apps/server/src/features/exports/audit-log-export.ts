import { fullName } from '@chisholm/domain/full-name'
import { auditLogRules, auditLogToExport, describeEntry, describeSubject } from '../audit-log/index.ts'
import { defineExport } from './list-export.ts'

const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Exports the audit log with the states before and after each change, as they are stored. */
export const auditLogExport = defineExport({
  name: 'audit-log',
  action: 'audit.view',
  rules: auditLogRules,
  query: (db, _sites, list) => auditLogToExport(db, list),
  columns: [
    ['Time', (line) => line.happened_at],
    ['What happened', describeEntry],
    ['Who', (line) => fullName(line) || null],
    ['Email', (line) => line.email],
    ['Action', (line) => line.action],
    ['Kind', (line) => line.subject_type],
    ['Subject', describeSubject],
    ['Subject id', (line) => line.subject_id],
    ['Before', (line) => toJson(line.before)],
    ['After', (line) => toJson(line.after)],
    ['Asked from', (line) => line.source],
    ['Request', (line) => line.request_id],
  ],
})
