import { type Day, formatShortDay } from '@chisholm/domain/dates'
import { today } from '../../api/cached-provider.ts'

/** A day as in `Nov 16`, with its year unless that is the current one. */
export const formatDayOfPeriod = (day: Day): string =>
  day.slice(0, 4) === today().slice(0, 4) ? formatShortDay(day) : `${formatShortDay(day)} ${day.slice(0, 4)}`
