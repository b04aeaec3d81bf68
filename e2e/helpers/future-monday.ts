import { addDays, type Day, dayOf } from '@chisholm/domain/dates'
import { mondayOf } from '@chisholm/domain/weeks'

/** The Monday of a week for which the demo plans nothing. Journeys that plan visits take different weeks, from 1 on. */
export const futureMonday = (week: number): Day =>
  addDays(mondayOf(dayOf(new Date(), 'America/Edmonton')), 7 * (12 + week))
