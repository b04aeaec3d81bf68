import { constants } from './constants.ts'
import { addDays, type Day } from './dates.ts'
import { headKnownMin, ratePer1000HeadMonth } from './mortality.ts'
import { c2Statistic } from './statistics.ts'
import { texts } from './texts.ts'
import { collectErrors, type ValidationErrors, validateText } from './validation.ts'

export const alertKinds = ['count', 'rate', 'unusual'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The condition under which a rule fires. */
export interface AlertCondition {
  kind: AlertKind
  threshold: number
  days: number
}

/** Deaths and head of one day; the head is null where it is unknown. */
export interface DayFigures {
  day: Day
  deaths: number
  headDays: number | null
}

/** C2 compares a day with a baseline of seven days that ends three days before it. */
const baseline = { first: 9, last: 3 }

/** How many preceding days the value of a day depends on. */
export const daysBefore = ({ kind, days }: AlertCondition): number => (kind === 'unusual' ? baseline.first : days - 1)

/** The days whose deaths count for the value of a day. The C2 statistic only counts the day itself. */
export const windowOf = ({ kind, days }: AlertCondition, day: Day): { from: Day; to: Day } => ({
  from: kind === 'unusual' ? day : addDays(day, 1 - days),
  to: day,
})

/**
 * The value of a rule on the last of these days: deaths in the window, deaths per 1,000 head and month, or C2.
 * @param figures  consecutive days, at least `daysBefore` before the last
 * @returns null when the head is known for fewer than 80 % of the window's days, or for less than `daysBefore` days
 */
export function alertValue(rule: AlertCondition, figures: readonly DayFigures[]): number | null {
  const before = daysBefore(rule)
  if (figures.length <= before) return null
  const window = figures.slice(figures.length - 1 - before)
  const counts = window.map(({ deaths }) => deaths)
  if (rule.kind === 'unusual')
    return c2Statistic(counts[baseline.first] ?? 0, counts.slice(0, baseline.first - baseline.last + 1))
  const deaths = counts.reduce((sum, count) => sum + count, 0)
  if (rule.kind === 'count') return deaths
  const known = window.flatMap(({ headDays }) => (headDays === null ? [] : [headDays]))
  if (known.length < headKnownMin * window.length) return null
  return ratePer1000HeadMonth(
    deaths,
    known.reduce((sum, head) => sum + head, 0),
  )
}

/** Whether a value crosses the threshold: counts and rates that reach it, a C2 above it. */
export const isCrossed = ({ kind, threshold }: AlertCondition, value: number): boolean =>
  kind === 'unusual' ? value > threshold : value >= threshold

/**
 * Evaluates the current day, whose deaths are incomplete. A threshold that was crossed therefore counts as crossed until
 * a complete day is below it, as in `firingDays`; only a correction of today's own deaths resets it on the same day.
 * @param figures  consecutive days until today, `daysBefore` and one more before it
 * @param before   whether the threshold was crossed at the last evaluation, and whether that was today
 */
export function evaluateToday(
  rule: AlertCondition,
  figures: readonly DayFigures[],
  before: { crossed: boolean; isToday: boolean },
): { value: number | null; crossed: boolean; fires: boolean } {
  const value = alertValue(rule, figures)
  const yesterday = alertValue(rule, figures.slice(0, -1))
  const stillCrossed = before.crossed && (yesterday === null || isCrossed(rule, yesterday))
  if (value === null) return { value, crossed: before.isToday ? before.crossed : stillCrossed, fires: false }
  const wasCrossed = before.isToday ? before.crossed : stillCrossed
  const crossesNow = isCrossed(rule, value)
  return { value, crossed: crossesNow || stillCrossed, fires: crossesNow && !wasCrossed }
}

/**
 * The days on which a rule would have fired: each day on which the threshold is crossed and was not on the last day
 * with a value.
 * @param figures  consecutive days, `daysBefore` and one more before the first that may fire
 */
export function firingDays(rule: AlertCondition, figures: readonly DayFigures[]): { day: Day; value: number }[] {
  const fired: { day: Day; value: number }[] = []
  const before = daysBefore(rule)
  let crossed = false
  for (const [index, { day }] of figures.entries()) {
    const value = index < before ? null : alertValue(rule, figures.slice(index - before, index + 1))
    if (value === null) continue
    const isNew = isCrossed(rule, value) && !crossed
    crossed = isCrossed(rule, value)
    // the day before the first only shows whether the threshold was already crossed
    if (isNew && index > before) fired.push({ day, value })
  }
  return fired
}

export interface AlertRuleFields {
  name: string | null
  system: string | null
  kind: string | null
  threshold: number | null
  days: number | null
}

export const isAlertKind = (text: string | null): text is AlertKind => alertKinds.some((kind) => kind === text)

/** Validates the condition of a rule in the order of the form; the server checks site and diagnosis. */
export function validateAlertCondition({ system, kind, threshold, days }: Omit<AlertRuleFields, 'name'>) {
  const { between, oneOf } = texts.validation
  const { systemMax, thresholdMin, thresholdMax, daysMax } = constants.alerts
  const isDays = days !== null && Number.isInteger(days) && days >= 1 && days <= daysMax
  return collectErrors({
    system: validateText(system, systemMax),
    kind: isAlertKind(kind) ? null : oneOf(alertKinds),
    threshold:
      threshold !== null && threshold >= thresholdMin && threshold <= thresholdMax
        ? null
        : between(thresholdMin, thresholdMax),
    days: isDays ? null : texts.validation.wholeBetween(1, daysMax),
  })
}

/** Validates the fields of a rule in the order of the form; the server checks site and diagnosis. */
export const validateAlertRule = (rule: AlertRuleFields): ValidationErrors => ({
  ...collectErrors({ name: validateText(rule.name, constants.alerts.nameMax, texts.validation.nameRequired) }),
  ...validateAlertCondition(rule),
})
