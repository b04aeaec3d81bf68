/* Kinds and channels of notifications (decisions.md section 8). */

export const notificationKinds = [
  'request_sent',
  'danger',
  'assigned',
  'scheduled',
  'comment',
  'preliminary',
  'completed',
  'amended',
  'result',
  'overdue',
  'alert',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationChannels = ['app', 'email', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

export type ChannelChoices = Record<NotificationChannel, boolean>

/** Kinds that are e-mailed only on request. */
const quietByMail: readonly NotificationKind[] = ['result', 'overdue', 'alert']

/** Danger signs are sent to everybody by every channel, at any time. */
export const isSilenceable = (kind: NotificationKind): boolean => kind !== 'danger'

/** The channels of a kind: the person's choices, else the defaults. */
export function channelsOf(kind: NotificationKind, chosen?: Partial<ChannelChoices>): ChannelChoices {
  const defaults = { app: true, email: !quietByMail.includes(kind), push: true }
  return isSilenceable(kind) ? { ...defaults, ...chosen } : defaults
}

/** The title of a notification. A push contains nothing else: the kind and the number of the ticket. */
export function notificationTitle(kind: NotificationKind, number: string): string {
  const titles: Record<NotificationKind, string> = {
    request_sent: `${number}: post-mortem requested`,
    danger: `URGENT: ${number}: danger sign`,
    assigned: `${number} is assigned to you`,
    scheduled: `${number} is scheduled`,
    comment: `${number}: new message`,
    preliminary: `${number}: preliminary report`,
    completed: `${number} is completed`,
    amended: `${number}: amended report`,
    result: `${number}: laboratory result`,
    overdue: `${number} is overdue`,
    alert: number ? `${number}: alert` : 'Alert',
  }
  return titles[kind]
}

/** Hours in which nothing but danger signs is pushed or mailed, as `HH:mm`. */
export interface QuietHours {
  from: string
  to: string
}

/** Whether a time of day is within quiet hours, which may pass midnight. */
export const isQuiet = (time: string, { from, to }: QuietHours): boolean =>
  from <= to ? time >= from && time < to : time >= from || time < to
