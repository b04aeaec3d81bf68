/** Rows in the order of their ids. Two transactions that insert the same ids in one order cannot deadlock. */
export const sortById = <Row extends { id: string }>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
