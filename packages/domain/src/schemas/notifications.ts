import { type Static, Type } from 'typebox'
import { notificationKinds } from '../notifications.ts'
import { id, namedObject, nullable, text, time } from './primitives.ts'

const Kind = Type.Enum([...notificationKinds])

export const Notification = namedObject('Notification', {
  id,
  kind: Kind,
  title: text,
  text,
  link: Type.String({ description: 'path in the web app' }),
  post_mortem_id: nullable(id),
  created_at: time,
  read_at: nullable(time),
})
export type Notification = Static<typeof Notification>

const Choices = Type.Object({ app: Type.Boolean(), email: Type.Boolean(), push: Type.Boolean() })

export const NotificationPreferences = namedObject('NotificationPreferences', {
  channels: Type.Unsafe<Record<(typeof notificationKinds)[number], Static<typeof Choices>>>(
    Type.Object(Object.fromEntries(notificationKinds.map((kind) => [kind, Choices]))),
  ),
  digest: Type.Object({
    on: Type.Boolean(),
    hour: Type.Integer({ minimum: 0, maximum: 23, description: 'of `time_zone`' }),
    time_zone: text,
  }),
  quiet: Type.Union([Type.Object({ from: text, to: text }), Type.Null()], {
    description: 'HH:mm in the time zone of the digest; danger signs are sent regardless',
  }),
})
export type NotificationPreferences = Static<typeof NotificationPreferences>

export const PushSubscription = namedObject('PushSubscription', { id, created_at: time })
