import { type Role, vetRoles } from '@chisholm/domain/permissions'
import type { Person } from '@chisholm/domain/schemas/references'
import { type RawBuilder, sql } from 'kysely'

/** A user as API responses name people. @param user  the alias of `users` in the query */
export const personJson = (user: string): RawBuilder<Person> => {
  const column = (name: string) => sql.ref(`${user}.${name}`)
  return sql`json_build_object('id', ${column('id')}, 'first_name', coalesce(${column('first_name')}, ''),
    'last_name', coalesce(${column('last_name')}, ''))`
}

/** Whether a user has one of these roles. @param user  the alias of `users` in the query */
export const hasRole = (user: string, roles: readonly Role[]): RawBuilder<boolean> =>
  sql`(${sql.ref(`${user}.roles`)} && ${roles}::text[])`

/** Whether a user has a vet role. @param user  the alias of `users` in the query */
export const hasVetRole = (user: string) => hasRole(user, vetRoles)
