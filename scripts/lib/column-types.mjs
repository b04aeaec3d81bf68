/** Imports of the types below. */
export const imports = `
import type { GeneratedAlways, JSONColumnType } from 'kysely'
import type { OptionOf } from '@chisholm/domain/animal-fields'
import type { DangerLevel } from '@chisholm/domain/danger-signs'
import type { Markup } from '@chisholm/domain/markup'
import type { Paper } from '@chisholm/domain/paper'
import type { PhotoProtocol } from '@chisholm/domain/photo-protocol'
import type { Examination, Lesion } from '@chisholm/domain/schemas/examination'
import type { Authority } from '@chisholm/domain/schemas/provider'
import type { ReportSnapshot } from '@chisholm/domain/schemas/report-versions'
import type { InsightFilters } from '@chisholm/domain/schemas/scheduled-reports'
import type { ChannelChoices, NotificationKind } from '@chisholm/domain/notifications'
import type { ResultFlag } from '@chisholm/domain/samples'
import type { Role } from '@chisholm/domain/permissions'
import type { Status } from '@chisholm/domain/status'
import type { AlertKind } from '@chisholm/domain/alerts'
import type { ReportPeriod } from '@chisholm/domain/scheduled-reports'
import type { AbsenceId, AlertId, AlertRuleId, AnimalId, CalendarFeedId, CommentId, CustomerId, HeadCountId, LotId, NotificationId, PhotoId, PostMortemId, PushSubscriptionId, SampleId, ScheduledReportId, SiteId, TeachingCaseId, UserId } from './ids.ts'
`

/** Views through which the previous version uses a renamed table. */
export const formerNames = ['turns']

/** Types of ids by table, for the id of the table and all columns that reference it. */
export const idTypes = {
  absences: 'AbsenceId',
  alert_rules: 'AlertRuleId',
  alerts: 'AlertId',
  animals: 'AnimalId',
  calendar_feeds: 'CalendarFeedId',
  comments: 'CommentId',
  customers: 'CustomerId',
  head_counts: 'HeadCountId',
  lots: 'LotId',
  notifications: 'NotificationId',
  photos: 'PhotoId',
  post_mortems: 'PostMortemId',
  push_subscriptions: 'PushSubscriptionId',
  samples: 'SampleId',
  // Photos and sample files share the route /medias.
  sample_files: 'PhotoId',
  scheduled_reports: 'ScheduledReportId',
  sites: 'SiteId',
  teaching_cases: 'TeachingCaseId',
  users: 'UserId',
}

/** Types that are narrower than those of PostgreSQL. */
export const columnTypes = {
  'alert_rules.kind': 'AlertKind',
  'scheduled_reports.every': 'ReportPeriod',
  // This JSON is written as text.
  'scheduled_reports.filter': 'ColumnType<InsightFilters, string, string>',
  'scheduled_report_periods.every': 'ReportPeriod',
  'alerts.site_ids': 'SiteId[] | null',
  'changes.user_ids': 'UserId[] | null',
  // This column has no foreign key, because it is a note for a job.
  'death_changes.site_id': 'SiteId',
  'animal_examinations.extent': "Examination['extent']",
  'animal_examinations.mode': "Examination['mode']",
  // This JSON is written as text.
  'animal_examinations.systems': "ColumnType<Examination['systems'], string, string>",
  'animal_lesions.basis': "Lesion['basis']",
  'animal_lesions.certainty': "Lesion['certainty']",
  'animal_lesions.role': "Lesion['role']",
  'animal_lesions.severity': "Lesion['severity']",
  'animal_lesions.stage': "Lesion['stage']",
  'animals.death_kind': "OptionOf<'death_kind'> | null",
  // Triggers set these columns: the site of the post-mortem, and the identity shared by all records of one animal.
  'animals.identity': 'Generated<string>',
  'animals.site_id': 'Generated<SiteId>',
  // This column has no foreign key, because the counts are updated in bulk.
  'animal_counts.site_id': 'SiteId',
  'ticket_counts.site_id': 'SiteId',
  // This JSON is written and read as text.
  'audit_entries.after': 'string | null',
  'audit_entries.before': 'string | null',
  // These columns have no foreign keys: they outlive the row.
  'changes.post_mortem_id': 'PostMortemId | null',
  'changes.site_id': 'SiteId | null',
  'changes.user_id': 'UserId | null',
  'installation_facts.value': 'JSONColumnType<object>',
  'library_entries.level': 'DangerLevel | null',
  'notification_preferences.channels':
    'ColumnType<Partial<Record<NotificationKind, Partial<ChannelChoices>>>, string | undefined, string>',
  'notifications.kind': 'NotificationKind',
  // This column has no foreign key, see its migration.
  'notifications.user_id': 'UserId',
  'photos.markup': 'ColumnType<Markup | null, string | null | undefined, string | null>',
  'photos.type': "'image/jpeg' | 'image/png'",
  'sample_files.type': "'image/jpeg' | 'image/png' | 'application/pdf'",
  'samples.result_flag': 'ResultFlag | null',
  'provider_details.paper': 'Paper | null',
  'provider_details.photo_protocol': 'PhotoProtocol | null',
  'post_mortems.pin': 'GeneratedAlways<number>',
  'post_mortems.status': 'GeneratedAlways<Status>',
  'provider_defaults.authorities': 'ColumnType<Authority[] | null, string | null, string | null>',
  'provider_details.authorities': 'ColumnType<Authority[] | null, string | null, string | null>',
  // This JSON is written as text.
  'report_versions.content': 'ColumnType<object, string, string>',
  'report_versions.kind': "'preliminary' | 'final' | 'amended'",
  'report_versions.snapshot': 'ColumnType<ReportSnapshot, string, string>',
  'saved_reports.parameters': 'JSONColumnType<{ filter: Record<string, unknown> }>',
  'saved_reports.type': "'animals'",
  'ticket_counts.status': 'Status',
  'ticket_days.status': 'Status',
  'users.pin': 'GeneratedAlways<number>',
  'users.roles': 'Role[]',
  'users.status': "Generated<'active' | 'disabled' | 'invited'>",
}
