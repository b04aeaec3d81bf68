import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { hasRole, hasVetRole } from '../database/user-sql.ts'

export const activeSuperAdmins = (db: Database['db']) =>
  db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(hasRole('users', ['SuperAdmin']))
    .execute()

/** Creation time of the first account. Null if there is none. */
export async function firstAccountAt(db: Database['db']): Promise<Date | null> {
  const { first } = await db
    .selectFrom('users')
    .select(sql<Date | null>`min(created_at)`.as('first'))
    .executeTakeFirstOrThrow()
  return first
}

/** @returns the addresses of users with a vet role whose name is missing */
export async function vetsWithoutName(db: Database['db']): Promise<string[]> {
  const people = await db
    .selectFrom('users')
    .select('email')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(hasVetRole('users'))
    .where((eb) => eb.or([eb('first_name', 'is', null), eb('last_name', 'is', null)]))
    .orderBy('email')
    .limit(5)
    .execute()
  return people.map(({ email }) => email)
}
