/** Reproducible random numbers (mulberry32, public domain). */
export function createSeededRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** An integer from `low` to `high`, inclusive. */
    integerBetween: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    /** True with this probability. */
    withProbability: (probability: number) => next() < probability,
    /** A random element. @throws RangeError  the list is empty */
    pick: <T>(choices: readonly T[]): T => {
      const choice = choices[Math.floor(next() * choices.length)]
      if (choice === undefined) throw new RangeError('nothing to choose from')
      return choice
    },
  }
}
export type SeededRandom = ReturnType<typeof createSeededRandom>
