import { sql } from 'kysely'

/** Sorts a column of names as people do. `compareNames` of the domain has the same order. */
export const alphabetical = (column: string) => sql`${sql.ref(column)} collate alphabetical`
