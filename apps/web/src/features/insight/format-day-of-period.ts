import type { Day } from '@chisholm/domain/dates'
import { formatRecentDay } from '@chisholm/domain/short-dates'
import { today } from '../../api/cached-provider.ts'

/** A day as in `Nov 16`, with its year unless that is the current one. */
export const formatDayOfPeriod = (day: Day): string => formatRecentDay(day, today())
