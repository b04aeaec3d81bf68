import type { ChannelChoices, NotificationKind } from '@chisholm/domain/notifications'
import { vetRoles } from '@chisholm/domain/permissions'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { AlertId, NotificationId, PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { compileOnce } from '../../database/query-template.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { hasVetRole } from '../../database/user-sql.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { ListRequest } from '../../http/pagination.ts'

/** The recipients of a notification about a ticket. */
export interface Recipients {
  /** These people. */
  people?: (UserId | null)[]
  /** Everybody with a vet role. */
  vets?: boolean
  /** Nobody without a vet role. */
  vetsOnly?: boolean
}

/**
 * The active users among these who may see each ticket, except the author of the change. No user is locked, because the
 * caller has locked the tickets, and users must be locked before tickets.
 */
export async function recipientsOf(
  tx: Executor,
  postMortemIds: PostMortemId[],
  kind: NotificationKind,
  { people = [], vets = false, vetsOnly = false, except }: Recipients & { except: UserId | null },
) {
  const ids = people.filter((id) => id !== null)
  const parameters = [kind, postMortemIds, 'active', except, ids, vets, vetRoles, vetRoles, vetsOnly]
  const query = compileOnce('recipients', parameters, () => {
    const isVet = hasVetRole('u')
    return tx
      .selectFrom('users as u')
      .innerJoin('post_mortems as t', (join) => join.on(sql<boolean>`t.id = any(${postMortemIds}::uuid[])`))
      .innerJoin('customers as c', 'c.id', 't.customer_id')
      .innerJoin('sites as s', 's.id', 't.site_id')
      .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
      .where('u.status', '=', 'active')
      .where('u.deleted_at', 'is', null)
      .where(sql<boolean>`u.id is distinct from ${except}::uuid`)
      .where(sql<boolean>`(u.id = any(${ids}::uuid[]) or (${vets} and ${isVet}))`)
      .where(
        sql<boolean>`(${isVet} or (not ${vetsOnly}
          and exists (select from user_sites l where l.user_id = u.id and l.site_id = t.site_id)))`,
      )
      .select([
        'u.id',
        't.id as post_mortem_id',
        't.pin',
        't.scheduled_at',
        's.time_zone',
        'c.name as customer',
        's.name as site',
        sql<Partial<ChannelChoices> | null>`p.channels->${kind}::text`.as('channels'),
        sql<boolean>`exists (select from push_subscriptions d where d.user_id = u.id)`.as('has_push'),
      ])
      .orderBy('t.id')
      .orderBy('u.id')
      .compile()
  })
  return (await tx.executeQuery(query)).rows
}

/** A ticket with a user who is to be notified of it. */
export type Recipient = Awaited<ReturnType<typeof recipientsOf>>[number]

export interface NewNotification {
  id: NotificationId
  user_id: UserId
  kind: NotificationKind
  post_mortem_id: PostMortemId | null
  alert_id?: AlertId
  title: string
  text: string
  link?: string
  in_app: boolean
}

/** Inserts notifications from one parameter, so that the statement is the same for any number of them. */
export const insertNotifications = (tx: Executor, rows: NewNotification[]) =>
  sql`insert into notifications (id, user_id, kind, post_mortem_id, alert_id, title, text, link, in_app)
      select id, user_id, kind, post_mortem_id, alert_id, title, text, link, in_app
      from json_populate_recordset(null::notifications, ${JSON.stringify(rows)}::json)`.execute(tx)

/** The authors in the conversation about a ticket. */
export const authorsOfComments = async (tx: Executor, postMortemId: PostMortemId): Promise<UserId[]> =>
  (
    await tx
      .selectFrom('comments')
      .select('created_by_id')
      .distinct()
      .where('post_mortem_id', '=', postMortemId)
      .where('deleted_at', 'is', null)
      .execute()
  ).map(({ created_by_id }) => created_by_id)

/** The people a ticket belongs to. */
export const peopleOfPostMortem = (tx: Executor, id: PostMortemId) =>
  tx
    .selectFrom('post_mortems')
    .select(['requested_by_id', 'scheduled_for_id', 'completed_by_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Whether the alert of notification `n` counted deaths of these sites only; other notifications have no alert. */
const isAlertWithin = (sites: RawBuilder<unknown>) => sql<boolean>`(n.alert_id is null
  or exists (select from alerts f where f.id = n.alert_id and f.site_ids <@ ${sites}))`

/** Whether recipient `u` of notification `n` still sees its ticket `t` or its alert. */
export const isVisibleToRecipient = sql<boolean>`(n.post_mortem_id is null or t.deleted_at is null)
  and (${hasVetRole('u')}
    or ((n.post_mortem_id is null
        or exists (select from user_sites l where l.user_id = u.id and l.site_id = t.site_id))
      and ${isAlertWithin(sql`array(select l.site_id from user_sites l where l.user_id = u.id)`)}))`

/**
 * Whether user `u` is active and may see these sites.
 * @param sites  null: all; undefined: unknown, for jobs that the previous version queued
 */
export const maySeeSites = (sites: SiteId[] | null | undefined) => sql<boolean>`(u.status = 'active'
  and (${hasVetRole('u')} or (${sites !== null}
    and ${sites ?? []}::uuid[] <@ array(select l.site_id from user_sites l where l.user_id = u.id))))`

/** The sites that notification `n` of ticket `t` or alert `f` tells of; null: all. */
export const sitesOfNotification = sql<SiteId[] | null>`case
  when n.post_mortem_id is not null then array[t.site_id]
  when n.alert_id is not null then f.site_ids
  else '{}'::uuid[] end`

/** The notifications that the app shows to a person, without tickets and alerts that are deleted or no longer visible. */
const listed = (db: Executor, userId: UserId, sites: AuthorizedSites) =>
  db
    .selectFrom('notifications as n')
    .leftJoin('post_mortems as t', 't.id', 'n.post_mortem_id')
    .where('n.user_id', '=', userId)
    .where('n.in_app', '=', true)
    .where(
      sql<boolean>`(n.post_mortem_id is null or (t.deleted_at is null
        and (${sites.ids === null} or t.site_id = any(${sites.ids ?? []}::uuid[]))))`,
    )
    .$if(sites.ids !== null, (notifications) => notifications.where(isAlertWithin(sql`${sites.ids}::uuid[]`)))

export const notificationColumns = [
  'n.id',
  'n.kind',
  'n.post_mortem_id',
  'n.title',
  'n.text',
  'n.link',
  'n.created_at',
  'n.read_at',
] as const

/** Reads one page, newest first, the total of the list and the number of all unread ones. */
export async function readNotificationPage(
  db: Executor,
  userId: UserId,
  sites: AuthorizedSites,
  list: ListRequest<never, 'created_at'>,
) {
  const direction = list.sorts[0]?.descending === false ? 'asc' : 'desc'
  const counted = listed(db, userId, sites).select([
    countOfRows,
    sql<number>`count(*) filter (where n.read_at is null)::int`.as('unread'),
  ])
  const page = listed(db, userId, sites)
    .select(notificationColumns)
    .orderBy('n.created_at', direction)
    .orderBy('n.id', direction)
    .limit(list.perPage)
    .offset(list.offset)
  const { counts, rows } = await readPageAndTotal(db, counted, page)
  return { ...counts, rows }
}

export const notificationById = (db: Executor, userId: UserId, sites: AuthorizedSites, id: NotificationId) =>
  listed(db, userId, sites).select(notificationColumns).where('n.id', '=', id).executeTakeFirst()
export type NotificationRow = NonNullable<Awaited<ReturnType<typeof notificationById>>>

/** A notification that was read before keeps its first time. */
export const setRead = (tx: Executor, id: NotificationId, isRead: boolean) =>
  tx
    .updateTable('notifications')
    .set({ read_at: isRead ? sql<Date>`coalesce(read_at, now())` : null })
    .where('id', '=', id)
    .where('read_at', isRead ? 'is' : 'is not', null)
    .execute()

export const setAllRead = (tx: Executor, userId: UserId) =>
  tx
    .updateTable('notifications')
    .set({ read_at: new Date() })
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .execute()

/** Deletes the notifications of a user who is no veterinarian any more: some tell of what clients may not know. */
export const deleteNotificationsOfPostMortems = (tx: Executor, userId: UserId) =>
  tx.deleteFrom('notifications').where('user_id', '=', userId).where('post_mortem_id', 'is not', null).execute()

export const lockNotification = (tx: Transaction<Tables>, userId: UserId, id: NotificationId) =>
  tx.selectFrom('notifications').select('id').where('id', '=', id).where('user_id', '=', userId).forUpdate().execute()
