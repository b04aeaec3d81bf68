import quickselect from 'quickselect'

/** Values in any order, of which only the first `length` count. */
export interface Values {
  values: Float64Array
  length: number
}

/**
 * The values below which shares of the values lie, interpolated between the two nearest ones like `percentile_cont` of
 * PostgreSQL; null without values. The values are reordered.
 * @param shares  in ascending order
 */
export function percentiles<Shares extends readonly number[]>(
  { values, length }: Values,
  ...shares: Shares
): { [Index in keyof Shares]: number | null } {
  // those before it are in place
  let start = 0
  const found = shares.map((share) => {
    const position = share * (length - 1)
    const index = Math.floor(position)
    if (length === 0) return null
    select(values, index, start, length - 1)
    start = index
    const lower = values[index] ?? 0
    if (index === position) return lower
    let upper = Number.POSITIVE_INFINITY
    for (let next = index + 1; next < length; next++) upper = Math.min(upper, values[next] ?? upper)
    return lower + (position - index) * (upper - lower)
  })
  // cast: `map` forgets the number of elements
  return found as { [Index in keyof Shares]: number | null }
}

/** Reorders values so that those before an index are not larger than the one there, and those after it not smaller. */
export const select = (values: Float64Array, index: number, first = 0, last = values.length - 1): void =>
  // cast: only the library's type requires an array; numbers in typed arrays are selected ten times as fast
  quickselect(values as unknown as number[], index, first, last)
