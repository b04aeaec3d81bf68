import { type ChannelChoices, channelsOf, type NotificationKind } from '@chisholm/domain/notifications'

/** Changes enqueue the e-mails of the other kinds themselves (`mail/email-jobs.ts`). */
const mailedKinds: readonly NotificationKind[] = ['comment', 'preliminary', 'amended', 'result', 'overdue', 'alert']

/** A person's choices for a kind; null: the defaults. */
type Choices = Partial<ChannelChoices> | null

/** Whether the notification of this kind is e-mailed to a person. */
export const isMailed = (kind: NotificationKind, choices: Choices): boolean =>
  mailedKinds.includes(kind) && channelsOf(kind, choices ?? {}).email

/** Whether the notification of this kind is pushed to the devices of a person. */
export const isPushed = (kind: NotificationKind, choices: Choices): boolean => channelsOf(kind, choices ?? {}).push
