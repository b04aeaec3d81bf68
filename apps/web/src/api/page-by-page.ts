interface Page<Row> {
  data: Row[]
  links: { next: string | null }
  meta: { current_page: number }
}

/** Options of a list that is read page by page. Each response links to the next page (specification 7.2). */
export const pageByPage = {
  initialPageParam: 1,
  getNextPageParam: ({ links, meta }: Page<unknown>) => (links.next ? meta.current_page + 1 : undefined),
}

export const rowsOfPages = <Row>({ pages }: { pages: Page<Row>[] }): Row[] => pages.flatMap(({ data }) => data)
