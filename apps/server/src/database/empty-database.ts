import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { openPool, requireSupportedPostgres } from './database.ts'

const notOfExtension = (kind: 'pg_class' | 'pg_proc' | 'pg_collation', oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${kind}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

const tables = `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
  and c.relkind in ('r', 'p', 'v', 'm') and ${notOfExtension('pg_class', 'c.oid')}`

interface DatabaseState {
  replica: boolean
  encoding: string
  mayCreate: boolean
  role: string
  name: string
  tables: string[]
}

/**
 * Checks that a backup can be restored into a database, before anything is written.
 * @returns true if the database is empty, false if it holds the tables of a Chisholm that was never used
 * @throws OperatorError  the database cannot be used; the message says why
 */
export async function requireUnusedDatabase(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<DatabaseState>(
    `select pg_is_in_recovery() as replica, current_setting('server_encoding') as encoding,
            has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create')
              as "mayCreate",
            current_user as role, current_database() as name, array(${tables})::text[] as tables`,
  )
  const found = rows[0]
  if (!found) throw new Error('the query returned no row')
  if (found.replica) throw new OperatorError(`The database ${found.name} takes no writes: it is a replica.`)
  if (found.encoding !== 'UTF8')
    throw new OperatorError(
      `The database ${found.name} has the encoding ${found.encoding}: make it with createdb --encoding=UTF8 --template=template0.`,
    )
  if (!found.mayCreate)
    throw new OperatorError(
      `The user ${found.role} may make no tables in the database ${found.name}: alter database ${found.name} owner to ${found.role}.`,
    )
  if (found.tables.length === 0) return true
  if (!['migrations', 'users', 'post_mortems'].every((name) => found.tables.includes(name))) {
    if (found.tables.every((name) => name === 'migrations')) return true
    throw new OperatorError(`The database ${found.name} holds tables of something else: name an empty one.`)
  }
  const { rows: people } = await pool.query('select from users union all select from post_mortems limit 1')
  if (people.length > 0) throw databaseInUseError()
  return false
}

export const databaseInUseError = () =>
  new OperatorError(
    'The database holds something already: restore into an empty one (another DATA_DIR, or a new DATABASE_URL).',
  )

/**
 * Like `requireUnusedDatabase`, for an address.
 * @throws OperatorError  the database is unreachable, denies access or cannot be used
 */
export async function requireUnusedDatabaseAt(databaseUrl: string): Promise<void> {
  const pool = openPool({ connectionString: databaseUrl, max: 1 })
  try {
    await requireSupportedPostgres(pool)
    await requireUnusedDatabase(pool)
  } finally {
    await pool.end()
  }
}

/** Undoes a failed restore: only for a database that was empty before. */
export async function dropEverything(pool: pg.Pool): Promise<void> {
  await pool.query(`do $$
    declare what text;
    begin
      for what in ${tables} and c.relkind in ('r', 'p') loop
        execute format('drop table if exists public.%I cascade', what);
      end loop;
      for what in select p.oid::regprocedure::text from pg_proc p
        where p.pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc', 'p.oid')} loop
        execute 'drop routine if exists ' || what || ' cascade';
      end loop;
      for what in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
        and c.relkind = 'c' and ${notOfExtension('pg_class', 'c.oid')} loop
        execute format('drop type if exists public.%I cascade', what);
      end loop;
      for what in select c.collname from pg_collation c where c.collnamespace = 'public'::regnamespace
        and ${notOfExtension('pg_collation', 'c.oid')} loop
        execute format('drop collation if exists public.%I cascade', what);
      end loop;
      drop schema if exists pgboss cascade;
    end $$`)
}
