import { constants } from '@chisholm/domain/constants'
import { sql } from 'kysely'
import type { Database } from '../apps/server/src/database/database.ts'
import { hashPassword } from '../apps/server/src/features/auth/index.ts'
import { storeFigures } from '../apps/server/src/features/insight/index.ts'
import { seedLibrary } from '../apps/server/src/features/library/index.ts'

/** The amount of data. Tickets are distributed unevenly over sites, because feedlots differ in size. */
export interface Size {
  tickets: number
  animalsPerPostMortem: number
  sites: number
  users: number
}

export const sizes = {
  small: { tickets: 10_000, animalsPerPostMortem: 3, sites: 600, users: 300 },
  large: { tickets: 1_000_000, animalsPerPostMortem: 3, sites: 600, users: 300 },
} satisfies Record<string, Size>

export const benchPassword = 'Chisholm#1867'

/** Ids are derived from kind and number, so that each run has the same ones. */
const kinds = { customer: 1, site: 2, user: 3, ticket: 4, animal: 5, photo: 6 }
type Kind = keyof typeof kinds
/** The id of a seeded row. Numbers of a kind begin at 0. */
export const idOf = (kind: Kind, number: number) =>
  `${number.toString(16).padStart(8, '0')}-0000-7000-8000-00000000000${kinds[kind]}`
const idSql = (kind: Kind, number: string) =>
  sql.raw(`(lpad(to_hex((${number})::int), 8, '0') || '-0000-7000-8000-00000000000${kinds[kind]}')::uuid`)

const vetCount = 20
export const superAdmin = vetCount + 5
/** This client is linked to `sitesOfManySites`, all others to one site. */
export const clientOfManySites = vetCount + 6
export const sitesOfManySites = Array.from({ length: 40 }, (_, position) => idOf('site', position + 1))
export const firstClient = vetCount + 7

/** RFID and tag of a seeded animal, by its number. Two animals have the same tag. */
export const rfidOf = (animal: number) => `124${String(animal).padStart(12, '0')}`
export const tagOf = (animal: number) => `Y ${Math.floor(animal / 2)}`

/**
 * Fills an empty, migrated database. Each run creates the same data, except ids of library entries, and the times when
 * the animals that can still be examined were found.
 */
export async function seed(database: Database, size: Size): Promise<void> {
  await seedLibrary(database.db)
  // No ticket can be completed without the practice's details.
  await sql`insert into provider_details (version, valid_from, name, phone, email, url, benchmark)
    values (1, '-infinity', 'Bench Veterinary', '555-0100', 'bench@bench.example', 'https://bench.example', true)`.execute(
    database.db,
  )
  await seedUsers(database, size)
  const rebuild = await dropIndexes(database)
  await setCounterTriggers(database, 'disable')
  await seedPostMortems(database, size)
  if (hasPlannedWeek(size)) await seedPlannedWeek(database)
  await setCounterTriggers(database, 'enable')
  await sql`select recount_tickets(), recount_completions(), recount_animals()`.execute(database.db)
  await seedHerds(database)
  for (const definition of rebuild) await sql.raw(definition).execute(database.db)
  await storeFigures(database)
  for (const table of [
    'mortality_changes',
    'deaths_by_site',
    'deaths_by_site_and_cause',
    'deaths_by_cause_and_feed',
    'deaths_by_day_of_practice',
    'deaths_by_day_and_cause',
    'deaths_by_diagnosis_pair',
    'deaths_of_lots',
    'deaths_of_pens',
    'head_of_lots',
    'issued_deaths_by_system',
    'diagnosis_systems',
    'head_months',
    'head_years',
    'head_of_practice',
    'post_mortems',
    'animals',
    'photos',
    'sites',
    'customers',
    'users',
    'user_sites',
    'ticket_counts',
    'animal_counts',
    'animal_months',
    'completion_months',
    'deaths',
    'lots',
    'head_counts',
  ])
    await sql.raw(`vacuum analyze ${table}`).execute(database.db)
  // Write everything to disk now, so that this does not happen during the measurement.
  await sql`checkpoint`.execute(database.db)
}

/** Counting each row of a large transaction takes longer with every one. */
async function setCounterTriggers({ db }: Database, action: 'enable' | 'disable'): Promise<void> {
  const change = sql.raw(`${action} trigger`)
  await sql`alter table post_mortems ${change} tickets_are_counted, ${change} completions_added`.execute(db)
  await sql`alter table animals ${change} animals_are_counted`.execute(db)
}

async function seedUsers({ db }: Database, { sites, users }: Size): Promise<void> {
  await sql`insert into customers (id, name)
    select ${idSql('customer', 'n')}, 'Customer ' || lpad(n::text, 4, '0') from generate_series(0, ${Math.floor((sites - 1) / 3)}::int) n`.execute(
    db,
  )
  await sql`insert into sites (id, customer_id, name, region, city)
    select ${idSql('site', 'n')}, ${idSql('customer', 'n / 3')}, 'Site ' || lpad(n::text, 4, '0'), 'Alberta', 'Brooks'
    from generate_series(0, ${sites - 1}::int) n`.execute(db)
  await sql`insert into users (id, email, first_name, last_name, roles, password_hash)
    select ${idSql('user', 'n')}, 'person' || n || '@bench.example', 'Person', 'No ' || n,
           array[case when n < ${vetCount} then 'Veterinarian' when n < ${vetCount + 5} then 'Admin'
                      when n = ${superAdmin} then 'SuperAdmin' else 'Client' end],
           ${await hashPassword(benchPassword)}
    from generate_series(0, ${users - 1}::int) n`.execute(db)
  await sql`insert into user_sites (user_id, site_id, position)
    select ${idSql('user', 'n')}, ${idSql('site', `n - ${firstClient}`)}, 0
    from generate_series(${firstClient}::int, ${users - 1}::int) n`.execute(db)
  await sql`insert into user_sites (user_id, site_id, position)
    select ${idSql('user', String(clientOfManySites))}, ${idSql('site', 'n')}, n
    from generate_series(1, 40) n`.execute(db)
}

/**
 * Creating indexes after the rows is ten times faster, except for the index by which triggers find the animals of a ticket
 * that have a carcass clock.
 * @returns statements that create them again
 */
async function dropIndexes({ db }: Database): Promise<string[]> {
  const found = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes i
    where tablename in ('post_mortems', 'animals', 'photos', 'deaths') and schemaname = 'public'
      and indexname <> 'animals_of_post_mortem'
      and not exists (select from pg_constraint c where c.conname = i.indexname)`.execute(db)
  for (const { indexname } of found.rows) await sql.raw(`drop index ${indexname}`).execute(db)
  return found.rows.map((row) => row.indexdef)
}

/** Takes the entries of a list in turn, in the order of their names. */
const entryOfList = (list: string, turn: string) => sql`(
  select entries[1 + (${sql.raw(turn)}) % cardinality(entries)]
  from (select array(select id from library_entries where list = ${list} order by name) as entries) list)`

const batch = 50_000
/** Age of the oldest ticket in days. */
const days = 1000
/** Some open ones of this many newest tickets have an animal that can still be examined in time. */
const withClocks = 10_000
/** A number drawn for ticket `n`, the same in each run. */
const draw = `('x' || substr(md5(n::text), 9, 7))::bit(28)::int`
/** Age of the first death in days. */
const deathDays = 3652
const zone = constants.provider.timeZone

async function seedPostMortems({ db }: Database, size: Size): Promise<void> {
  const { tickets: count, animalsPerPostMortem, sites } = size
  // Completed tickets are spread evenly over a fixed period, so that more tickets mean more per month. Open ones have
  // random times within that period.
  const site = `(floor(${sites} * pow(h / 4294967296.0, 3)))::int`
  const made = `timestamptz '2026-10-01 00:00:00Z' - (${count} - n) * (interval '${days} days' / ${count})`
  const open = `(h2 % 100)`
  // The days of death are spread over ten years, the longest period of the mortality calls.
  const died = sql.raw(`(date '2026-10-01' - ((${count} - n) * ${deathDays}::bigint / ${count})::int)`)
  for (let from = 0; from < count; from += batch) {
    const to = Math.min(from + batch, count) - 1
    await sql`
      with numbers as (
        select n, ('x' || substr(md5(n::text), 1, 8))::bit(32)::bigint & 4294967295 as h,
               ${sql.raw(draw)} as h2
        from generate_series(${from}::int, ${to}::int) n
      ), drawn as (select n, h2, ${sql.raw(site)} as s, ${sql.raw(made)} as made, ${sql.raw(open)} as o from numbers)
      insert into post_mortems (id, customer_id, site_id, record_at, note, draft, created_by_id, created_at, updated_at,
        requested_at, requested_by_id, scheduled_at, scheduled_by_id, scheduled_for_id, completed_at, completed_by_id)
      select ${idSql('ticket', 'n')}, ${idSql('customer', 's / 3')}, ${idSql('site', 's')}, (made at time zone ${zone})::date, 'Found at the morning round, pen ' || n % 40,
             o < 4, ${idSql('user', String(firstClient))}, made, made,
             case when o >= 4 then made + interval '1 hour' end, case when o >= 4 then ${idSql('user', String(firstClient))} end,
             case when o >= 8 then made + interval '1 day' end, case when o >= 8 then ${idSql('user', `h2 % ${vetCount}`)} end,
             case when o >= 8 then ${idSql('user', `h2 % ${vetCount}`)} end,
             case when o >= 12 then made + interval '2 days' end, case when o >= 12 then ${idSql('user', `h2 % ${vetCount}`)} end
      from drawn`.execute(db)
    await sql`
      insert into animals (id, post_mortem_id, tag, rfid, pen, lot, tag_color_id, customer_record_at, customer_notes,
        vet_diagnosis_id, customer_diagnosis_id, arrived_at, vet_findings, weight, found_at, created_by_id, created_at,
        updated_at)
      select ${idSql('animal', `n * ${animalsPerPostMortem} + k`)}, ${idSql('ticket', 'n')},
             'Y ' || (n * ${animalsPerPostMortem} + k) / 2, '124' || lpad((n * ${animalsPerPostMortem} + k)::text, 12, '0'), (n % 40)::text,
             case when n / 8 = ${Math.floor(count / 16)}::int then 'L-' || n / 8 else to_char(${died}, '"F"YY-Q') end,
             ${entryOfList('tag-colors', 'n')}, ${died}, 'Down since yesterday, bloated on the left side.',
             ${entryOfList('diagnoses', `n + k`)},
             case when n % 2 = 0 then ${entryOfList('diagnoses', `n + k + n / 2 % 2`)} end, ${died} - (n * 7 + k) % 400,
             'Lungs firm and dark red, fibrin on the pleura.', 412.5,
             case when k = 0 and ${sql.raw(`${draw} % 100`)} < 12 then
               case when n >= ${count - withClocks} and ${sql.raw(`${draw} % 4`)} = 0
                 then now() - ${sql.raw(`${draw} % 20`)} * interval '1 hour' else ${sql.raw(made)} end end,
             ${idSql('user', String(firstClient))}, ${sql.raw(made)}, ${sql.raw(made)}
      from generate_series(${from}::int, ${to}::int) n, generate_series(0, ${animalsPerPostMortem - 1}::int) k`.execute(
      db,
    )
    // The first animal of every ticket has a photo, and in every tenth ticket the second one as well.
    await sql`
      insert into photos (id, animal_id, name, type, image_key, thumbnail_key, bytes, width, height, content_hash,
        created_by_id, created_at)
      select ${idSql('photo', `n * ${animalsPerPostMortem} + k`)}, ${idSql('animal', `n * ${animalsPerPostMortem} + k`)},
             'pen-' || n || '.jpg', 'image/jpeg', 'photos/' || n || '-' || k || '.jpg', 'photos/' || n || '-' || k || '-small.jpg',
             2400000, 4000, 3000, decode(md5(n || '-' || k), 'hex'), ${idSql('user', String(firstClient))}, ${sql.raw(made)}
      from generate_series(${from}::int, ${to}::int) n, generate_series(0, 1) k
      where k = 0 or n % 10 = 0`.execute(db)
  }
}

/** A week after all other visits, in the time zone of the practice. */
export const plannedWeek = {
  from: '2026-10-05',
  to: '2026-10-11',
  begins: '2026-10-05T06:00:00Z',
  ends: '2026-10-12T06:00:00Z',
  visits: 2000,
}
/** In the large database, the planner would have more open tickets than any practice. */
export const hasPlannedWeek = ({ tickets }: Size) => tickets <= 100_000

async function seedPlannedWeek({ db }: Database): Promise<void> {
  await sql`
    update post_mortems t
    set scheduled_at = ${plannedWeek.begins}::timestamptz + place % 7 * interval '1 day' + (8 + place % 10) * interval '1 hour'
    from (select id, row_number() over (order by pin)::int as place from post_mortems where completed_at is not null
          order by pin limit ${plannedWeek.visits}) chosen
    where t.id = chosen.id`.execute(db)
}

/** Every site has a lot per quarter, and every second site has monthly head counts. */
async function seedHerds({ db }: Database): Promise<void> {
  await sql`
    insert into lots (id, site_id, name, arrived_at, head_in, closed_at)
    select uuidv7(), s.id, to_char(q, '"F"YY-Q'), q::date - 60, 40000, q::date + 120
    from sites s, generate_series(date '2016-10-01', date '2026-10-01', '3 months') q`.execute(db)
  await sql`
    insert into head_counts (id, site_id, date, head)
    select uuidv7(), s.id, m::date, 20000 from sites s, generate_series(date '2016-10-01', date '2026-10-01', '1 month') m
    where ascii(right(s.name, 1)) % 2 = 0`.execute(db)
}
