import type { DangerSign } from '@chisholm/domain/danger-signs'
import { sql, type Transaction } from 'kysely'
import type { PostMortemId, UserId } from '../database/ids.ts'
import type { Tables } from '../database/tables.ts'
import type { Executor } from '../database/executor.ts'
import { lockUsersForShare } from '../database/lock-users.ts'
import { hasVetRole } from '../database/user-sql.ts'

/**
 * Locks the recipients of a ticket's e-mails, so that users who are erased meanwhile get none. They are locked in the
 * order of their ids, like in every change of several users, to avoid deadlocks.
 * @param includeAllVets  whether the e-mail goes to every active veterinarian
 */
export const lockRecipients = (tx: Transaction<Tables>, id: PostMortemId, includeAllVets: boolean) =>
  lockUsersForShare(
    tx,
    sql`id in (select unnest(array[requested_by_id, scheduled_for_id]) from post_mortems where id = ${id})
      or (${includeAllVets} and status = 'active' and ${hasVetRole('users')})`,
  )

/** Users who were disabled or erased, or who may no longer see the ticket, get no e-mails about it. */
const emailIfAllowed = (person: 'requester' | 'vet') => {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql<string | null>`case when ${column('status')} = 'active' and ${column('deleted_at')} is null
    and (${hasVetRole(person)}
      or exists (select from user_sites l where l.user_id = ${column('id')} and l.site_id = t.site_id))
    then ${column('email')} end`
}

/** The data of a ticket for e-mails. Undefined if it has been deleted. */
export const postMortemForMail = (db: Executor, id: PostMortemId) =>
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
      't.site_id',
      't.scheduled_at',
      't.completed_at',
      'c.name as customer',
      's.name as site',
      's.time_zone',
      emailIfAllowed('requester').as('requester_email'),
      'requester.first_name as requester_first_name',
      'requester.last_name as requester_last_name',
      emailIfAllowed('vet').as('vet_email'),
      'vet.first_name as vet_first_name',
      'vet.last_name as vet_last_name',
      sql<number>`(select count(*)::int from animals a where a.post_mortem_id = t.id and a.deleted_at is null)`.as(
        'animals',
      ),
      sql<Pick<DangerSign, 'name' | 'advice' | 'level'>[]>`(
        select coalesce(json_agg(json_build_object('name', l.name, 'advice', l.advice, 'level', l.level)
          order by l.level desc, l.name), '[]')
        from library_entries l where l.id in (
          select unnest(a.danger_sign_ids) from animals a where a.post_mortem_id = t.id and a.deleted_at is null))`.as(
        'danger_signs',
      ),
    ])
    .executeTakeFirst()

/** The address of a user who has not been removed. */
export const emailOfUser = async (db: Executor, id: UserId): Promise<string | undefined> =>
  (await db.selectFrom('users').select('email').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst())
    ?.email

/** Addresses of the active users with a vet role. The caller must have locked them. */
export const activeVetEmails = (tx: Executor) =>
  tx
    .selectFrom('users')
    .select('email')
    .where('status', '=', 'active')
    .where(hasVetRole('users'))
    .orderBy('id')
    .execute()
