/** A number in decimal notation, like -1.5 or 2e3; NaN for anything else, also for what JavaScript reads like 0x1F. */
export const parseDecimal = (text: string): number =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN
