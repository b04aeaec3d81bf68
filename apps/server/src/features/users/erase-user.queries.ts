import { fullName } from '@chisholm/domain/full-name'
import { sql } from 'kysely'
import { lowestId, type UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { escapeHtml } from '../../mail/email-templates.ts'
import { sha256, toLowerCase } from '../auth/index.ts'

interface ErasedUser {
  id: UserId
  email: string
}

export async function erasePersonalData(tx: Executor, user: ErasedUser): Promise<void> {
  const address = await toLowerCase(tx, user.email)
  // these read the names before they are removed
  await redactAuditLog(tx, user.id, address)
  const name = await readFullName(tx, user.id)
  if (name) await replaceNameInEmails(tx, name)
  await replaceNameInResponses(tx, user.id, name)
  await anonymise(tx, user.id)
  // rules of sites stay, because they also warn other users of the site
  await tx.deleteFrom('alert_rules').where('user_id', '=', user.id).where('site_id', 'is', null).execute()
  await deleteOwnRows(tx, user.id)
  await deleteStoredAddress(tx, address)
  await deleteEmails(tx, user.id, address)
}

const formerUser = { first_name: 'Former', last_name: 'user' }

/**
 * Other rows refer to the user, so the row stays without personal data. Its new address can receive no e-mail (RFC
 * 2606) and is unique.
 */
const anonymise = (tx: Executor, id: UserId) =>
  tx
    .updateTable('users')
    .set({
      email: `former-${id}@erased.invalid`,
      ...formerUser,
      phone: null,
      city: null,
      region: null,
      country: null,
      password_hash: null,
      temporary_password_until: null,
      email_verified_at: null,
      status: 'disabled',
      deleted_at: new Date(),
      updated_at: new Date(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()

const tablesOwnedByUser = [
  'sign_ins',
  'totp_secrets',
  'passkeys',
  'recovery_codes',
  'second_steps',
  'reset_codes',
  'sign_in_limits',
  'user_sites',
  'saved_reports',
  'scheduled_report_recipients',
  'scheduled_reports',
  'absences',
  'notifications',
  'notification_preferences',
  'push_subscriptions',
  'calendar_feeds',
  'ended_visits',
  'examination_presence',
  'idempotency_keys',
] as const

/**
 * Deletes the rows that belong only to the user: sign-ins, secrets, site access, saved reports, presence and stored
 * responses.
 */
async function deleteOwnRows(tx: Executor, id: UserId): Promise<void> {
  for (const table of tablesOwnedByUser) await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(tx)
}

/** Deletes stored responses of other users that contain the address, and the rate limits of the address. */
async function deleteStoredAddress(tx: Executor, address: string): Promise<void> {
  const quotedEmail = JSON.stringify(address)
  await sql`delete from idempotency_keys where position(${quotedEmail} in lower(answer_body)) > 0`.execute(tx)
  await tx.deleteFrom('sign_in_limits').where('address_hash', '=', sha256(address)).execute()
  await sql`delete from rate_limits where position(${quotedEmail} in lower(key)) > 0`.execute(tx)
}

const readFullName = async (tx: Executor, id: UserId): Promise<string> =>
  fullName(
    await tx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** A regular expression of PostgreSQL that finds these texts, unless they are parts of a word. */
function anyOf(texts: string[]): string {
  const literals = texts.map((text) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`))
  return String.raw`(?<!\w)(?:${literals.join('|')})(?!\w)`
}

/** Replaces the name of the user in e-mails to others that wait to be sent. */
async function replaceNameInEmails(tx: Executor, name: string): Promise<void> {
  const pattern = anyOf([name, escapeHtml(name)])
  await sql`
    update pgboss.job set data = data || (
      select jsonb_object_agg(key, regexp_replace(value, ${pattern}, ${fullName(formerUser)}, 'g'))
      from jsonb_each_text(data) as field (key, value) where key in ('subject', 'text', 'html'))
    where name = 'mail.send' and position(${name} in concat_ws(' ', data->>'subject', data->>'text')) > 0`.execute(tx)
}

/** Replaces the name of the user in stored responses to others: of the person, and in sentences like warnings. */
async function replaceNameInResponses(tx: Executor, id: UserId, name: string): Promise<void> {
  const text = String.raw`(?:null|"(?:[^"\\]|\\.)*")`
  const pattern = String.raw`("id"\s*:\s*"${id}"\s*,\s*"first_name"\s*:\s*)${text}(\s*,\s*"last_name"\s*:\s*)${text}`
  await sql`
    update idempotency_keys
    set answer_body = regexp_replace(answer_body, ${pattern}, ${String.raw`\1"${formerUser.first_name}"\2"${formerUser.last_name}"`}, 'g')
    where position(${id}::text in answer_body) > 0`.execute(tx)
  if (!name) return
  const quoted = JSON.stringify(name).slice(1, -1)
  await sql`
    update idempotency_keys set answer_body = regexp_replace(answer_body, ${anyOf([quoted])}, ${fullName(formerUser)}, 'g')
    where position(${id}::text in answer_body) > 0 and position(${quoted} in answer_body) > 0`.execute(tx)
}

/** Deletes e-mails to the user and the jobs that would create one. An e-mail that is being sent is not retried. */
async function deleteEmails(tx: Executor, id: UserId, address: string): Promise<void> {
  await sql`
    delete from pgboss.job
    where state <> 'active'
      and ((name = 'mail.send' and lower(data->>'to') = ${address})
        or (name = 'mail-reset-code' and lower(data->>'email') = ${address})
        or (name = 'mail-invitation' and data->>'id' = ${id}))`.execute(tx)
  await sql`
    update pgboss.job set data = '{}'
    where name = 'mail.send' and state = 'active' and lower(data->>'to') = ${address}`.execute(tx)
}

/** A search for a shorter part of a name is no trace of one person. */
const shortestTrace = 3

/** `change` names the passkey that was added or removed, as its user called it. */
const identifyingFields = ['email', 'first_name', 'last_name', 'name', 'phone', 'city', 'region', 'country', 'change']

/**
 * Removes personal data from the audit log: account details, IP addresses, searches for the person, and what was
 * typed into rows that belonged to the user alone.
 */
async function redactAuditLog(tx: Executor, id: UserId, address: string): Promise<void> {
  await sql`
    update audit_entries
    set before = before - ${identifyingFields}::text[], after = after - ${identifyingFields}::text[], source = null
    where subject_id = ${id}`.execute(tx)
  await sql`update audit_entries set source = null where user_id = ${id} and source is not null`.execute(tx)
  // what was typed into rows that belonged to the user alone, such as why it was away
  await sql`
    update audit_entries set before = null, after = null
    where (subject_type = 'absence' and coalesce(after, before)->>'user_id' = ${id}::text)
      or (user_id = ${id} and (subject_type in ('saved-report', 'scheduled-report')
        or (subject_type = 'alert-rule' and coalesce(after, before)->>'site_id' is null)))`.execute(tx)
  await sql`
    update audit_entries set after = after - 'filters'
    where subject_type = 'export' and (position(${address} in lower(after->>'filters')) > 0 or exists (
      select from users u, jsonb_array_elements(after->'filters') as c (criterion),
        jsonb_array_elements_text(criterion->'values') as w (word)
      where u.id = ${id} and criterion->>'field' in ('name', 'name_or_email', 'email', 'who')
        and length(word) >= ${shortestTrace}
        and position(lower(word) in lower(concat_ws(' ', u.first_name, u.last_name, u.email))) > 0))`.execute(tx)
}

/**
 * Removes the IP addresses from audit entries of erased users that requests wrote which were in progress during the
 * erasure: by the users, or about their sign-ins. Entries about the erasure itself stay.
 */
export const eraseLateSources = (db: Executor) =>
  sql`
    update audit_entries e set source = null
    from users u, lateral (
      select id from audit_entries where user_id = u.id and happened_at > u.deleted_at - interval '1 day'
      union all select id from audit_entries
        where subject_id = u.id and happened_at > u.deleted_at - interval '1 day'
          and user_id is null and action <> 'user erased') late
    where u.deleted_at is not null and e.id = late.id and e.source is not null`.execute(db)

/**
 * Users who were invited, have never signed in nor any ticket, and whose temporary password expired before this time.
 * @param id  restricts the query to one user
 */
export const readExpiredInvitations = (db: Executor, before: Date, id?: UserId): Promise<ErasedUser[]> =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.email'])
    .where('u.status', '=', 'invited')
    .where('u.deleted_at', 'is', null)
    .where('u.temporary_password_until', '<', before)
    .where(sql<boolean>`not exists (select from post_mortems t where t.scheduled_for_id = u.id)`)
    // an import may name somebody who has never signed in
    .where(sql<boolean>`not exists (select from post_mortems t where t.completed_by_id = u.id)`)
    .$if(id !== undefined, (query) => query.where('u.id', '=', id ?? lowestId<UserId>()))
    .orderBy('u.id')
    .execute()
