import { daysBetween } from '@chisholm/domain/dates'
import type { InsightScope } from './insight-scope.ts'

/** The number of days of a period. */
export const daysIn = ({ from, to }: Pick<InsightScope, 'from' | 'to'>): number => daysBetween(from, to) + 1

/** A share of days to four decimals, as responses have it. */
export const shareOfDays = (known: number, days: number): number =>
  days === 0 ? 0 : Math.round((known / days) * 1e4) / 1e4
