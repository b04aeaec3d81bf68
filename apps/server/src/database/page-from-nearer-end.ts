/** How to read a page: by an offset from the start of the requested order, or from its end in reverse order. */
export interface NearerEnd {
  perPage: number
  offset: number
  reversed: boolean
}

/** Up to this offset, pages are read in the requested order, so that one prepared statement serves them all. */
const far = 500

/**
 * Chooses the end that is nearer to a page, so that the last page is read as fast as the first. The page must exist.
 */
export function fromNearerEnd({ perPage, offset }: { perPage: number; offset: number }, total: number): NearerEnd {
  if (offset < far || offset * 2 < total) return { perPage, offset, reversed: false }
  const size = Math.min(perPage, total - offset)
  return { perPage: size, offset: total - offset - size, reversed: true }
}

export const reverse = <Sort extends { descending: boolean }>(sorts: Sort[]): Sort[] =>
  sorts.map((sort) => ({ ...sort, descending: !sort.descending }))
