import { dayOf, daysBetween, type Zone } from '@chisholm/domain/dates'
import type { Sample } from '@chisholm/domain/schemas/samples'
import { serverNow } from '../../api/server-clock.ts'

/** Whole days since a sample was sent, in the time zone of the practice; null if it was not sent yet. */
export const daysWaiting = ({ sent_at }: Pick<Sample, 'sent_at'>, zone: Zone) =>
  sent_at ? daysBetween(dayOf(sent_at, zone), dayOf(serverNow(), zone)) : null
