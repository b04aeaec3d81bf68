/** A page as it is read: counted from the begin of the order asked for, or from its end in the reverse order. */
export interface NearerEnd {
  perPage: number
  offset: number
  reversed: boolean
}

/** Below it a page is read as it is asked for: the same statement then serves them all. */
const far = 500

/** Where a page is read from, so that the last one takes no longer than the first. The page is not past the end. */
export function fromNearerEnd({ perPage, offset }: { perPage: number; offset: number }, total: number): NearerEnd {
  if (offset < far || offset * 2 < total) return { perPage, offset, reversed: false }
  const size = Math.min(perPage, total - offset)
  return { perPage: size, offset: total - offset - size, reversed: true }
}

/** The same sorts the other way round. */
export const reverse = <Sort extends { descending: boolean }>(sorts: Sort[]): Sort[] =>
  sorts.map((sort) => ({ ...sort, descending: !sort.descending }))
