import { type Static, Type } from 'typebox'
import { alertKinds } from '../alerts.ts'
import { day, id, namedObject, nullable, text, time } from './primitives.ts'

export const AlertRule = namedObject('AlertRule', {
  id,
  name: text,
  site_id: nullable(Type.String({ format: 'uuid', description: 'null: the sites that its author may see' })),
  diagnosis_id: nullable(id),
  system: nullable(text),
  kind: Type.Unsafe<(typeof alertKinds)[number]>({
    type: 'string',
    enum: [...alertKinds],
    description:
      'deaths in the window, deaths per 1,000 head and month in the window, or the C2 statistic of the day (EARS)',
  }),
  threshold: Type.Number({ description: 'fires at this count or rate, or above this C2' }),
  days: Type.Integer({ minimum: 1, maximum: 90, description: 'days of the window; `unusual` does not use it' }),
})
export type AlertRule = Static<typeof AlertRule>

export const Alert = namedObject('Alert', {
  id,
  rule: AlertRule,
  fired_at: time,
  value: Type.Number(),
  window: Type.Object({ from: day, to: day }),
  note: nullable(text),
  acknowledged_at: nullable(time),
  acknowledged_by_id: nullable(id),
})
export type Alert = Static<typeof Alert>

export const AlertDryRun = namedObject('AlertDryRun', {
  from: day,
  to: day,
  count: Type.Integer({ description: 'number of days on which the rule would have fired' }),
  fired: Type.Array(Type.Object({ day, value: Type.Number() })),
})
export type AlertDryRun = Static<typeof AlertDryRun>
