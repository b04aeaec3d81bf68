import type pg from 'pg'

/** A backup leaves these tables out. Migrations are recorded in its header. */
const excludedTables = ['migrations']

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

interface Table {
  name: string
  columns: string[]
}

/** All tables with their stored columns. A table follows those it references. */
export async function tablesInDependencyOrder(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [excludedTables],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
  )
  const ordered: Table[] = []
  let remaining = rows
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ name }) => name))
    const independent = remaining.filter(
      ({ name }) => !references.some(({ from, to }) => from === name && names.has(to)),
    )
    if (independent.length === 0) throw new Error(`tables refer to each other in a circle: ${[...names].join(', ')}`)
    ordered.push(...independent)
    remaining = remaining.filter((table) => !independent.includes(table))
  }
  return ordered
}

export interface Sequence {
  table: string
  column: string
  last: number
}

/** The last value of each identity column. Read it after the rows, so that it is never below them. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column,
            pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
  )
  const found: Sequence[] = []
  for (const { table, column, sequence } of rows) {
    const { rows: numbers } = await client.query<{ last: number }>(
      `select last_value - case when is_called then 0 else 1 end as last from ${sequence}`,
    )
    found.push({ table, column, last: Number(numbers[0]?.last ?? 0) })
  }
  return found
}

/** Continues each sequence after the last number of the backup, so that no number is given twice. */
export async function restoreSequences(client: pg.ClientBase, sequences: Sequence[]): Promise<void> {
  for (const { table, column, last } of sequences)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      quoteIdentifier(table),
      column,
      Math.max(last, 1),
      last > 0,
    ])
}
