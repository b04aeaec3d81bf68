import { constants } from '@chisholm/domain/constants'
import type { Person } from '@chisholm/domain/schemas/references'
import { sql } from 'kysely'
import type { AnimalId, PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

const { writtenAfterSeconds, expiresAfterSeconds } = constants.presence

const secondsAgo = (seconds: number) => sql<Date>`now() - ${seconds} * interval '1 second'`

/** The users whose screens have reported themselves lately, except one. */
export const othersPresent = (db: Executor, animalId: AnimalId, userId: UserId): Promise<Person[]> =>
  db
    .selectFrom('examination_presence')
    .innerJoin('users', 'users.id', 'examination_presence.user_id')
    .select((eb) => [
      'users.id',
      eb.fn.coalesce('users.first_name', sql.lit('')).as('first_name'),
      eb.fn.coalesce('users.last_name', sql.lit('')).as('last_name'),
    ])
    .where('animal_id', '=', animalId)
    .where('user_id', '!=', userId)
    .where('seen_at', '>', secondsAgo(expiresAfterSeconds))
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute()

/** Whether a user was already present. */
export async function isPresent(tx: Executor, animalId: AnimalId, userId: UserId): Promise<boolean> {
  const row = await tx
    .selectFrom('examination_presence')
    .select('user_id')
    .where('animal_id', '=', animalId)
    .where('user_id', '=', userId)
    .where('seen_at', '>', secondsAgo(expiresAfterSeconds))
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a user is present, unless that was recorded a moment ago. */
export const savePresence = (tx: Executor, animalId: AnimalId, userId: UserId) =>
  tx
    .insertInto('examination_presence')
    .values({ animal_id: animalId, user_id: userId })
    .onConflict((conflict) =>
      conflict
        .columns(['animal_id', 'user_id'])
        .doUpdateSet({ seen_at: sql`now()` })
        .where('examination_presence.seen_at', '<', secondsAgo(writtenAfterSeconds)),
    )
    .execute()

/** @returns whether the user was present */
export async function deletePresence(tx: Executor, animalId: AnimalId, userId: UserId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('examination_presence')
    .where('animal_id', '=', animalId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Sends an event to the open screens of vet roles that somebody came or left. */
export const recordPresenceChange = (tx: Executor, postMortemId: PostMortemId, siteId: SiteId) =>
  sql`select record_change('presence', ${postMortemId}, ${siteId}, null, true)`.execute(tx)
