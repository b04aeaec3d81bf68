import type { ChannelChoices } from '@chisholm/domain/notifications'
import { sql } from 'kysely'
import type { NotificationId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { isVisibleToRecipient, notificationColumns, sitesOfNotification } from './notifications.queries.ts'

/** Whether what notification `n` of ticket `t` tells user `u` is still so: it may have waited for the end of quiet hours. */
const isStillSo = sql<boolean>`case n.kind
  when 'overdue' then t.completed_at is null and t.scheduled_at <= now()
  when 'assigned' then t.scheduled_for_id = u.id
  when 'scheduled' then t.scheduled_at is not null
  else true end`

/**
 * Notifications with their recipients, without users who were removed or may no longer see the ticket or alert, and
 * without those that are outdated.
 */
export const notificationsToDeliver = (tx: Executor, ids: NotificationId[]) =>
  tx
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .leftJoin('post_mortems as t', 't.id', 'n.post_mortem_id')
    .leftJoin('alerts as f', 'f.id', 'n.alert_id')
    .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .where('n.id', 'in', ids)
    .where('n.read_at', 'is', null)
    .where('u.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .where(isVisibleToRecipient)
    .where(isStillSo)
    .select([
      ...notificationColumns,
      't.pin',
      'u.id as user_id',
      'u.email',
      'u.roles',
      'p.time_zone',
      'p.quiet_from',
      'p.quiet_to',
      sitesOfNotification.as('sites'),
      sql<Partial<ChannelChoices> | null>`p.channels->n.kind`.as('channels'),
    ])
    .orderBy('n.id')
    .execute()

export const subscriptionsOf = (tx: Executor, userIds: UserId[]) =>
  tx.selectFrom('push_subscriptions').select(['id', 'user_id']).where('user_id', 'in', userIds).execute()
