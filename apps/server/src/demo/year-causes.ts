/** A cause of death of the demo's year. */
export interface YearCause {
  diagnosisCode: string
  /** Its share of the deaths of a year, in thousandths. */
  share: number
  season: Season
  /** Range of days on feed at death. */
  daysOnFeed: readonly [number, number]
  /** Diagnoses for which the crew may mistake it. */
  mistakenFor: readonly string[]
}

/** Frequency relative to the mean month, January to December. */
const seasons = {
  autumn: [1, 0.8, 0.7, 0.65, 0.65, 0.65, 0.7, 0.9, 1.3, 1.65, 1.65, 1.35],
  spring: [0.75, 0.85, 1.2, 1.5, 1.6, 1.35, 0.9, 0.8, 0.8, 0.75, 0.75, 0.75],
  summer: [0.3, 0.3, 0.35, 0.6, 1.1, 1.9, 2.4, 2.3, 1.4, 0.6, 0.4, 0.35],
  winter: [1.9, 1.7, 1.2, 0.7, 0.5, 0.4, 0.4, 0.4, 0.6, 0.9, 1.4, 1.9],
  even: Array.from({ length: 12 }, () => 1),
} as const
type Season = keyof typeof seasons

export const seasonalFactor = (season: Season, month: number): number => seasons[season][month - 1] ?? 1

const early = [6, 70] as const
const late = [95, 210] as const
const any = [10, 220] as const

/**
 * As published for feedlots in North America: respiratory disease causes more than half of the deaths, mostly in
 * autumn, digestive disease a fifth, mostly in spring; interstitial pneumonia peaks in summer.
 */
export const yearCauses: readonly YearCause[] = [
  cause('RES-01', 250, 'autumn', early, ['RES-02', 'DIG-03', 'CAR-02']),
  cause('RES-02', 150, 'autumn', early, ['RES-01', 'DIG-01']),
  cause('RES-05', 70, 'autumn', [30, 120], ['RES-01', 'MSK-01']),
  cause('RES-06', 40, 'even', any, ['RES-01', 'MET-04']),
  cause('RES-03', 70, 'summer', late, ['RES-01', 'DIG-01', 'ENV-01']),
  cause('DIG-01', 95, 'spring', late, ['DIG-03', 'RES-03']),
  cause('DIG-03', 45, 'spring', any, ['DIG-01', 'RES-01']),
  cause('DIG-05', 25, 'even', late, ['RES-03', 'DIG-01']),
  cause('DIG-06', 15, 'spring', any, ['DIG-01']),
  cause('DIG-09', 25, 'spring', any, ['DIG-01', 'DIG-06']),
  cause('CAR-01', 30, 'even', late, ['RES-01', 'RES-03']),
  cause('CAR-02', 15, 'autumn', [28, 65], ['RES-01', 'DIG-01']),
  cause('MSK-04', 20, 'even', any, ['MSK-05']),
  cause('MSK-06', 15, 'even', early, ['MSK-05']),
  cause('URO-01', 20, 'winter', late, ['DIG-01']),
  cause('NEU-01', 12, 'summer', any, ['RES-01']),
  cause('NEU-02', 10, 'autumn', early, ['NEU-01']),
  cause('SYS-04', 8, 'summer', any, ['DIG-01']),
  cause('MET-04', 15, 'winter', [60, 120], ['RES-01']),
  cause('OTH-03', 25, 'summer', any, ['DIG-01', 'RES-01']),
  cause('OTH-04', 25, 'even', any, ['RES-01', 'DIG-01']),
]

/** The cause of the outbreak. */
export const outbreakCause = cause('RES-02', 0, 'even', [8, 45], ['RES-01'])

function cause(
  diagnosisCode: string,
  share: number,
  season: Season,
  daysOnFeed: readonly [number, number],
  mistakenFor: readonly string[],
): YearCause {
  return { diagnosisCode, share, season, daysOnFeed, mistakenFor }
}
