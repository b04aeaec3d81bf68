import { OperatorError } from '../operator-error.ts'

const periods = ['daily', 'weekly', 'monthly', 'yearly'] as const
type Period = (typeof periods)[number]

/** Number of backups to keep per period. */
export type RetentionPolicy = Partial<Record<Period, number>>

/**
 * Parses `daily=7,weekly=5,monthly=12`.
 * @throws OperatorError  the policy is invalid
 */
export function parseRetentionPolicy(text: string): RetentionPolicy {
  const policy: RetentionPolicy = {}
  for (const one of text.split(',')) {
    const [, name, count] = /^([a-z]+)=([1-9]\d{0,4})$/.exec(one.trim()) ?? []
    const period = periods.find((known) => known === name)
    if (!period || policy[period] !== undefined)
      throw new OperatorError(
        `--keep takes numbers of backups by ${periods.join(', ')}, like daily=7,weekly=5,monthly=12; not '${text}'.`,
      )
    policy[period] = Number(count)
  }
  return policy
}

/**
 * Selects the newest backup of each of the last days, weeks, months or years that have one. The newest of all is always
 * kept. Days are UTC, and weeks start on Monday.
 */
export function selectBackupsToKeep<Backup extends { at: Date }>(
  backups: readonly Backup[],
  policy: RetentionPolicy,
): Set<Backup> {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const keep = new Set(newestFirst.slice(0, 1))
  for (const period of periods) {
    const seen = new Set<string>()
    for (const backup of newestFirst) {
      const name = periodKey[period](backup.at)
      if (seen.has(name)) continue
      if (seen.size === (policy[period] ?? 0)) break
      seen.add(name)
      keep.add(backup)
    }
  }
  return keep
}

const day = 86_400_000
const periodKey: Record<Period, (at: Date) => string> = {
  daily: (at) => at.toISOString().slice(0, 10),
  // 1970-01-01 was a Thursday.
  weekly: (at) => String(Math.floor((at.getTime() / day + 3) / 7)),
  monthly: (at) => at.toISOString().slice(0, 7),
  yearly: (at) => at.toISOString().slice(0, 4),
}
