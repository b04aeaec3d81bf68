import type { FastifyRequest } from 'fastify'
import { serverConstants } from '@chisholm/domain/constants'
import { uuidPattern } from '@chisholm/domain/uuid'
import { sql } from 'kysely'
import type { Executor } from '../database/executor.ts'
import { milliseconds } from '../database/milliseconds-sql.ts'
import { newId, type UserId } from '../database/ids.ts'
import { isServerAlive } from '../database/server-heartbeat.ts'
import type { AuthorizedSites } from './authorized-sites.ts'

/** The stored response of a key, and the server that works on it. */
export interface StoredResponse {
  server: number | null
  answer_status: number
  answer_type: string
  answer_etag: string | null
  answer_body: string | null
}

/**
 * The response stored under a user's key, with the hash of its request. Its status is null while the request still
 * runs.
 */
export const storedResponse = (db: Executor, userId: UserId, key: string) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer_status', 'answer_type', 'answer_etag', 'answer_body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

/**
 * Whether the response stored under a user's key names a ticket, animal, lot, head count or alert rule of another site
 * than these.
 */
export async function namesOtherSites(
  db: Executor,
  { ids }: AuthorizedSites,
  { userId, key }: { userId: UserId; key: string },
): Promise<boolean> {
  if (ids === null) return false
  const { rows } = await sql`
    with named as materialized (
      select distinct found[1]::uuid as id
      from idempotency_keys k, regexp_matches(k.answer_body, ${uuidPattern}, 'g') found
      where k.user_id = ${userId} and k.key = ${key})
    select from (
      select site_id from post_mortems where id in (select id from named)
      union all select site_id from animals where id in (select id from named)
      union all select site_id from lots where id in (select id from named)
      union all select site_id from head_counts where id in (select id from named)
      union all select site_id from alert_rules where id in (select id from named)
    ) found where site_id <> all(${ids}::uuid[]) limit 1`.execute(db)
  return rows.length > 0
}

export async function isResponseStored(db: Executor, userId: UserId, key: string): Promise<boolean> {
  const keys = db.selectFrom('idempotency_keys').select('key').where('user_id', '=', userId)
  return (await keys.where('key', '=', key).where('answer_status', 'is not', null).executeTakeFirst()) !== undefined
}

export const updateStoredResponse = (db: Executor, userId: UserId, key: string, change: Partial<StoredResponse>) =>
  db.updateTable('idempotency_keys').set(change).where('user_id', '=', userId).where('key', '=', key).execute()

/** Releases a key that this server holds and has not answered. */
export const releaseKey = (db: Executor, userId: UserId, key: string, server: number) =>
  db
    .updateTable('idempotency_keys')
    .set({ server: null })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('server', '=', server)
    .where('answer_status', 'is', null)
    .execute()

/**
 * Deletes the stored responses of a user whose rights have changed: a repeated request is executed with the new rights.
 * The ids reserved for what the requests create stay, so that nothing is created twice.
 */
export const deleteStoredResponses = (tx: Executor, userId: UserId) =>
  tx
    .updateTable('idempotency_keys')
    .set({ server: null, answer_status: null, answer_etag: null, answer_body: null })
    .where('user_id', '=', userId)
    .where('answer_status', 'is not', null)
    .execute()

/**
 * Claims a key while this request and server are running, and then until it expires.
 * @returns the id reserved for what the request creates, or null if another request holds the key
 */
export async function claimKey(request: FastifyRequest, key: string, fingerprint: Buffer): Promise<string | null> {
  const isExpired = sql`known.created_at < now() - ${milliseconds(serverConstants.idempotencyKey.life)}`
  const claimed = await sql<{ reserved_id: string }>`
    insert into idempotency_keys as known (user_id, key, fingerprint, reserved_id, server)
    values (${request.person?.id}, ${key}, ${fingerprint}, ${newId()}, ${request.services.serverNumber})
    on conflict (user_id, key) do update
      set created_at = now(),
          fingerprint = excluded.fingerprint,
          server = excluded.server,
          reserved_id = case when known.fingerprint = excluded.fingerprint then known.reserved_id else excluded.reserved_id end,
          answer_status = null,
          answer_etag = null,
          answer_body = null
      where case when known.answer_status is null
                 then (known.server is null or known.server = excluded.server or not ${isServerAlive(sql`known.server`)})
                      and (known.fingerprint = excluded.fingerprint or ${isExpired})
                 else ${isExpired} end
    returning reserved_id`.execute(request.services.db)
  return claimed.rows[0]?.reserved_id ?? null
}

/** Whether a stored response is the outcome of an import. */
export const isOfImport = (keys: string) =>
  sql<boolean>`${sql.ref(`${keys}.answer_body`)} like '{"success":true,"data":{"kind":"%","applied":%'`
