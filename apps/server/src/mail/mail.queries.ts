import { adminRoles, type Role, vetRoles } from '@chisholm/domain/permissions'
import { sql } from 'kysely'
import type { Executor } from '../http/context.ts'

/** What letters say of a ticket; undefined once it is deleted. */
export const ticketForMail = (db: Executor, id: string) =>
  db
    .selectFrom('post_mortems as t')
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .leftJoin('users as requester', 'requester.id', 't.requested_by_id')
    .leftJoin('users as vet', 'vet.id', 't.scheduled_for_id')
    .where('t.id', '=', id)
    .where('t.deleted_at', 'is', null)
    .select([
      't.id',
      't.pin',
      't.scheduled_at',
      'c.name as customer',
      's.name as site',
      'requester.email as requester_email',
      'requester.first_name as requester_first_name',
      'requester.last_name as requester_last_name',
      'vet.email as vet_email',
      'vet.first_name as vet_first_name',
      'vet.last_name as vet_last_name',
      sql<number>`(select count(*)::int from animals a where a.post_mortem_id = t.id and a.deleted_at is null)`.as(
        'animals',
      ),
    ])
    .executeTakeFirst()

const activeEmails = (db: Executor, roles: readonly Role[]) =>
  db
    .selectFrom('users')
    .select('email')
    .where('status', '=', 'active')
    .where(sql<boolean>`roles && ${[...roles]}::text[]`)
    .execute()

export const vetEmails = (db: Executor) => activeEmails(db, vetRoles)
export const adminEmails = (db: Executor) => activeEmails(db, adminRoles)
