/* Statistics of small numbers. Each function cites its source; the tests repeat the worked examples. */

export interface Interval {
  low: number
  high: number
}

/** The standard normal quantile of a two-sided 95 % interval. */
const z = 1.959963984540054

/**
 * Cohen's kappa of a square table of counts, whose rows are one rater and whose columns are the other. Cohen J (1960),
 * A coefficient of agreement for nominal scales. Educ Psychol Meas 20:37–46.
 * @param pairs  how often the raters chose each pair of values
 * @returns null if fewer than two subjects were rated, or if chance agreement is 1
 */
export function cohensKappa(pairs: readonly { one: string; other: string; n: number }[]): number | null {
  const total = sum(pairs.map(({ n }) => n))
  if (total < 2) return null
  const [ones, others] = [new Map<string, number>(), new Map<string, number>()]
  let agreed = 0
  for (const { one, other, n } of pairs) {
    ones.set(one, (ones.get(one) ?? 0) + n)
    others.set(other, (others.get(other) ?? 0) + n)
    if (one === other) agreed += n
  }
  // in integers, so that a chance agreement of exactly 1 is recognised
  const byChance = sum([...ones].map(([name, n]) => n * (others.get(name) ?? 0)))
  if (byChance === total * total) return null
  return (agreed * total - byChance) / (total * total - byChance)
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

/**
 * The 95 % interval of a proportion by Wilson's score method.
 * Wilson EB (1927), JASA 22:209–212; method 3 of Newcombe RG (1998), Stat Med 17:857–872.
 */
export function wilsonInterval(hits: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 }
  const middle = 2 * hits + z * z
  const half = z * Math.sqrt(z * z + 4 * hits * (1 - hits / n))
  const scale = 2 * (n + z * z)
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) }
}

/** The probability of at most `count` events if `mean` are expected. */
function poissonCumulative(count: number, mean: number): number {
  let term = -mean
  let total = 0
  for (let k = 0; k <= count; k++) {
    if (k > 0) term += Math.log(mean) - Math.log(k)
    total += Math.exp(term)
  }
  return Math.min(1, total)
}

/** From this count on, the approximation differs from the exact interval by less than one in ten thousand. */
const largeCount = 10_000

/**
 * The 95 % interval of the mean of a count: exact (Garwood F (1936), Fiducial limits for the Poisson distribution.
 * Biometrika 28:437–442), for large counts by Byar's approximation (Breslow NE, Day NE (1987), Statistical methods in
 * cancer research II, p. 69), because the exact one takes seconds there.
 */
export function poissonInterval(count: number): Interval {
  if (count >= largeCount) return { low: byarLimit(count, -1), high: byarLimit(count + 1, 1) }
  const low = count === 0 ? 0 : solve((mean) => 1 - poissonCumulative(count - 1, mean) - 0.025, 0, count)
  const high = solve((mean) => 0.025 - poissonCumulative(count, mean), count, count + 10 * Math.sqrt(count + 1) + 10)
  return { low, high }
}

const byarLimit = (count: number, sign: 1 | -1) =>
  count * (1 - 1 / (9 * count) + (sign * z) / (3 * Math.sqrt(count))) ** 3

/** The zero of an increasing function. */
function solve(rising: (x: number) => number, low: number, high: number): number {
  let [from, to] = [low, high]
  while (to - from > 1e-12 * to) {
    const middle = (from + to) / 2
    if (rising(middle) < 0) from = middle
    else to = middle
  }
  return (from + to) / 2
}

/**
 * The counts of 95 % of periods if `mean` events are expected: the 2.5 % and 97.5 % quantiles. For large means they are
 * those of the expansion of Cornish EA, Fisher RA (1938), Rev Inst Int Stat 5:307–320, which differ by one at most: the
 * exact ones are found by counting up to them.
 */
export const poissonRange = (mean: number): Interval =>
  mean >= largeCount
    ? { low: largeQuantile(mean, -z), high: largeQuantile(mean, z) }
    : { low: poissonQuantile(0.025, mean), high: poissonQuantile(0.975, mean) }

/** The quantile of a large mean. @param normal  the same quantile of the standard normal distribution */
const largeQuantile = (mean: number, normal: number): number =>
  Math.round(mean + normal * Math.sqrt(mean) + (normal ** 2 - 1) / 6)

function poissonQuantile(share: number, mean: number): number {
  let count = 0
  let term = -mean
  let total = Math.exp(term)
  while (total < share) {
    count++
    term += Math.log(mean) - Math.log(count)
    total += Math.exp(term)
  }
  return count
}

/** Verbal interpretation of a kappa. Landis JR, Koch GG (1977), Biometrics 33:159–174. */
export function describeKappa(kappa: number): string {
  if (kappa < 0) return 'poor'
  if (kappa <= 0.2) return 'slight'
  if (kappa <= 0.4) return 'fair'
  if (kappa <= 0.6) return 'moderate'
  return kappa <= 0.8 ? 'substantial' : 'almost perfect'
}

/**
 * The C2 statistic of the Early Aberration Reporting System: how many standard deviations a count lies above the mean of
 * a baseline that ends some days before it. The deviation is that of a sample, at least 0.5.
 * Hutwagner L et al. (2003), The bioterrorism preparedness and response Early Aberration Reporting System. J Urban Health
 * 80:i89–i96; formulas in Fricker RD, Hegler BL, Dunfee DA (2008), Stat Med 27:3407–3429.
 */
export function c2Statistic(today: number, baseline: readonly number[]): number {
  const mean = sum(baseline) / baseline.length
  const variance = sum(baseline.map((count) => (count - mean) ** 2)) / (baseline.length - 1)
  return (today - mean) / Math.max(Math.sqrt(variance), 0.5)
}
