/** `stop`: read the advice before touching the animal; `call`: call the practice first. The strictest first. */
export const dangerLevels = ['stop', 'call'] as const
export type DangerLevel = (typeof dangerLevels)[number]

export const isDangerLevel = (value: unknown): value is DangerLevel => dangerLevels.some((level) => level === value)

/** A sign that an animal may be dangerous to open, an entry of the list of danger signs. */
export interface DangerSign {
  id: string
  name: string
  /** Instructions. */
  advice: string | null
  level: DangerLevel
}

/** Compares two signs for sorting: `stop` before `call`. */
export const strictestFirst = (one: Pick<DangerSign, 'level'>, other: Pick<DangerSign, 'level'>): number =>
  dangerLevels.indexOf(one.level) - dangerLevels.indexOf(other.level)

/** The strictest level of these signs; null without any. */
export const strictestLevel = (signs: readonly Pick<DangerSign, 'level'>[]): DangerLevel | null =>
  dangerLevels.find((strictest) => signs.some(({ level }) => level === strictest)) ?? null
