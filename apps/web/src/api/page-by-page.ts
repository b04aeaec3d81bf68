import { hashKey, type QueryKey } from '@tanstack/react-query'

interface Page<Row> {
  data: Row[]
  links: { next: string | null }
  meta: { current_page: number }
}

/**
 * Options of a list that is read page by page. Each response links to the next page (specification 7.2). Its key must
 * not be that of the same list in one response, of which an earlier version of the app may have left a copy on the device.
 */
export const pageByPage = {
  initialPageParam: 1,
  getNextPageParam: ({ links, meta }: Page<unknown>) => (links.next ? meta.current_page + 1 : undefined),
}

export const rowsOfPages = <Row>({ pages }: { pages: Page<Row>[] }): Row[] => pages.flatMap(({ data }) => data)

/**
 * Options of a list of which one page is shown. While another page loads, the previous one stays, but not after another
 * filter was chosen.
 * @param queryKey  ends with the page
 */
export const pageOfList = <Key extends QueryKey>(queryKey: Key) => ({
  queryKey,
  placeholderData: <T>(previous: T | undefined, before: { queryKey: Key } | undefined): T | undefined =>
    before && hashKey(before.queryKey.slice(0, -1)) === hashKey(queryKey.slice(0, -1)) ? previous : undefined,
})
