/** What the types below are imported from. */
export const imports = `
import type { GeneratedAlways, JSONColumnType } from 'kysely'
import type { Role } from '@chisholm/domain/permissions'
import type { Status } from '@chisholm/domain/status'
import type { AnimalId, CustomerId, PhotoId, PostMortemId, SiteId, UserId } from './ids.ts'
`

/** The type of the ids of a table, and of all columns that refer to it. */
export const idTypes = {
  animals: 'AnimalId',
  customers: 'CustomerId',
  photos: 'PhotoId',
  post_mortems: 'PostMortemId',
  sites: 'SiteId',
  users: 'UserId',
}

/** What the code knows of a column and its type in PostgreSQL does not tell. */
export const columnTypes = {
  // triggers keep them: of the post-mortem, and what makes several records one animal
  'animals.identity': 'Generated<string>',
  'animals.site_id': 'Generated<SiteId>',
  // without a reference, as they are counted in bulk
  'animal_counts.site_id': 'SiteId',
  'ticket_counts.site_id': 'SiteId',
  // written as JSON texts, and read as such
  'audit_entries.after': 'string | null',
  'audit_entries.before': 'string | null',
  'installation_facts.value': 'JSONColumnType<object>',
  'photos.type': "'image/jpeg' | 'image/png'",
  'post_mortems.pin': 'GeneratedAlways<number>',
  'post_mortems.status': 'GeneratedAlways<Status>',
  'saved_reports.parameters': 'JSONColumnType<{ filter: Record<string, unknown> }>',
  'saved_reports.type': "'animals'",
  'ticket_counts.status': 'Status',
  'ticket_days.status': 'Status',
  'users.pin': 'GeneratedAlways<number>',
  'users.roles': 'Role[]',
  'users.status': "Generated<'active' | 'disabled' | 'invited'>",
}
