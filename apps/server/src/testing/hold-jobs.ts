import { type RawBuilder, sql } from 'kysely'
import type { Factory } from './factory.ts'

/** Holds new jobs of this name back, as if the mail server or push service could not be reached. @returns releases them */
export async function holdJobs(db: Factory['db'], name: 'mail.send' | 'push.send') {
  const run = (statement: RawBuilder<unknown>) => statement.execute(db)
  await run(sql`create function hold_job() returns trigger language plpgsql as $$ begin
      if new.name = ${sql.lit(name)} then new.start_after = now() + interval '1 hour'; end if;
      return new;
    end $$`)
  await run(sql`create trigger hold_job before insert on pgboss.job for each row execute function hold_job()`)
  return async () => {
    await run(sql`drop trigger hold_job on pgboss.job`)
    await run(sql`drop function hold_job()`)
    await run(sql`update pgboss.job set start_after = now() where name = ${name} and state = 'created'`)
  }
}
