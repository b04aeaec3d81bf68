/**
 * The baseline: the same responses with bare node:http, pg and hand-written SQL, without sign-in, checks or schemas.
 * Before it measures, the bench compares these responses with those of the API.
 */
import http from 'node:http'
import pg from 'pg'
import { planning } from '../apps/server/src/database/planner-settings.ts'
import { baselineWrites } from './baseline-writes.ts'

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20, options: planning })

/** Clients see no opinion before it is issued. */
const seesOpinion = '($1::uuid[] is null or t.completed_at is not null)'

const postMortemSql = (rest: string) => `
  select t.*, c.name as customer_name, s.name as site_name, s.region, s.city,
    vet.first_name as vet_first, vet.last_name as vet_last, req.first_name as req_first, req.last_name as req_last,
    cre.first_name as cre_first, cre.last_name as cre_last, com.first_name as com_first, com.last_name as com_last,
    (select coalesce(json_agg(json_build_object('id', x.id, 'name', x.name) order by x.name), '[]') from sites x
     where x.customer_id = t.customer_id and ($1::uuid[] is null or x.id = any($1))) as sites,
    (select coalesce(json_agg(a order by a.created_at, a.id), '[]') from (
       select a.id, a.post_mortem_id as veterinary_record_id, a.tag, a.rfid, a.pen, a.lot, a.tag_color_id,
         case when tc.id is not null then json_build_object('id', tc.id, 'name', tc.name) end as tag_color,
         a.customer_record_at, a.customer_notes, a.customer_diagnosis_id,
         case when cd.id is not null then json_build_object('id', cd.id, 'name', cd.name) end as customer_diagnosis, a.customer_diagnosis_note,
         case when ${seesOpinion} then a.vet_diagnosis_id end as vet_diagnosis_id,
         case when ${seesOpinion} and vd.id is not null then json_build_object('id', vd.id, 'name', vd.name) end as vet_diagnosis,
         case when ${seesOpinion} then a.vet_diagnosis_note end as vet_diagnosis_note,
         case when ${seesOpinion} then a.vet_findings end as vet_findings, a.breed_id, null as breed, a.animal_color_id, null as animal_color,
         a.animal_group_id, null as animal_group, a.weight, a.temperature,
         (select count(*) from photos p where p.animal_id = a.id and p.deleted_at is null) as photos, a.created_at, a.updated_at
       from animals a left join library_entries tc on tc.id = a.tag_color_id left join library_entries vd on vd.id = a.vet_diagnosis_id
         left join library_entries cd on cd.id = a.customer_diagnosis_id
       where a.post_mortem_id = t.id and a.deleted_at is null) a) as animals
  from post_mortems t join customers c on c.id = t.customer_id join sites s on s.id = t.site_id
  left join users vet on vet.id = t.scheduled_for_id left join users req on req.id = t.requested_by_id
  left join users cre on cre.id = t.created_by_id left join users com on com.id = t.completed_by_id
  ${rest}`

const newest = 'order by t.created_at desc, t.id desc'
const page = (where: string, from = 'post_mortems') =>
  postMortemSql(
    `where t.id in (select t.id from ${from} t where t.deleted_at is null and ${where} ${newest} limit 20) ${newest}`,
  )

/** The SQL for page and total of each list. `$1` holds the visible sites, `$2` the value of the filter. */
const lists: Record<string, { page: string; total: string }> = {
  status: {
    page: page('t.status = $2'),
    total: 'select sum(tickets)::int as total from ticket_counts where status = $2 and $1::uuid[] is null',
  },
  site: {
    page: page('t.status = $2 and t.site_id = ($1::uuid[])[1]'),
    total: 'select sum(tickets)::int as total from ticket_counts where status = $2 and site_id = any($1)',
  },
  sites: {
    page: postMortemSql(`where t.id in (select p.id from unnest($1::uuid[]) k (site_id) cross join lateral (
      select id, created_at from post_mortems t where t.deleted_at is null and t.status = $2 and t.site_id = k.site_id
      ${newest} limit 20) p order by p.created_at desc, p.id desc limit 20) ${newest}`),
    total: 'select sum(tickets)::int as total from ticket_counts where status = $2 and site_id = any($1)',
  },
  clock: {
    page: postMortemSql(`join (select id, row_number() over () as place from (select id from (
        (select t.id, t.pin, (select min(a.examine_by) from animals a
           where a.post_mortem_id = t.id and a.deleted_at is null and a.examine_by >= now()) as next, null::timestamptz as past
         from post_mortems t where t.deleted_at is null and t.status = $2 and t.last_examine_by >= now())
        union all (select t.id, t.pin, null, t.last_examine_by from post_mortems t where t.deleted_at is null
          and t.status = $2 and t.last_examine_by < now() order by t.last_examine_by desc, t.pin desc limit 20)
        union all (select t.id, t.pin, null, null from post_mortems t where t.deleted_at is null
          and t.status = $2 and t.last_examine_by is null order by t.pin desc limit 20)
      ) clocks order by next nulls last, past desc nulls last, pin desc limit 20) ids) page on page.id = t.id order by page.place`),
    total: 'select sum(tickets)::int as total from ticket_counts where status = $2 and $1::uuid[] is null',
  },
  far: {
    page: postMortemSql(`where t.id in (select t.id from post_mortems t where t.deleted_at is null and t.status = $2
      ${newest} limit 20 offset 19980) ${newest}`),
    total: 'select sum(tickets)::int as total from ticket_counts where status = $2 and $1::uuid[] is null',
  },
  middle: {
    page: postMortemSql(`where t.id in (select t.id from post_mortems t where t.deleted_at is null and t.status = $2
      order by t.completed_at desc, t.id desc limit 20 offset 439980) order by t.completed_at desc, t.id desc`),
    total: 'select sum(tickets)::int as total from ticket_counts where status = $2 and $1::uuid[] is null',
  },
  pin: counted('t.pin = $2::int'),
  rfid: counted(
    't.id = any(array(select post_mortem_id from animals where deleted_at is null and lower(btrim(rfid)) = $2))',
  ),
  tag: counted(
    't.id = any(array(select post_mortem_id from animals where deleted_at is null and lower(btrim(tag)) = lower($2)))',
  ),
  lot: counted(
    't.id = any(array(select post_mortem_id from animals where deleted_at is null and lower(btrim(lot)) = lower($2)))',
  ),
  pen: counted(
    't.id = any(array(select post_mortem_id from animals where deleted_at is null and lower(btrim(pen)) = lower($2)))',
  ),
  customer: counted('t.customer_id = $2::uuid'),
  vet: counted('t.completed_by_id = $2::uuid'),
  dates: counted("t.record_at between split_part($2, ',', 1)::date and split_part($2, ',', 2)::date"),
}

function counted(where: string) {
  const total = `select count(*)::int as total from post_mortems t where t.deleted_at is null and $1::uuid[] is null and ${where}`
  return { page: page(where), total }
}

interface Row {
  [column: string]: unknown
  pin: number
  status: string
  animals: { created_at: string; updated_at: string }[]
}

const person = (id: unknown, first: unknown, last: unknown) => (id ? { id, first_name: first, last_name: last } : null)
const flag = (value: unknown) => (value ? 1 : 0)
const isoTimestamp = (text: string) => new Date(text).toISOString()

function presentPostMortem(t: Row) {
  const customer = { id: t['customer_id'], name: t['customer_name'] }
  const common = { id: t['id'], created_at: t['created_at'], record_at: t['record_at'], draft: flag(t['draft']) }
  const more = { ...common, no_vet_visit_requested: flag(t['no_vet_visit_requested']), note: t['note'] }
  const animals = t.animals.map((a) => ({
    ...a,
    created_at: isoTimestamp(a.created_at),
    updated_at: isoTimestamp(a.updated_at),
  }))
  return {
    ...more,
    created_by_id: t['created_by_id'],
    updated_at: t['updated_at'],
    requested_at: t['requested_at'],
    requested_by_id: t['requested_by_id'],
    site_id: t['site_id'],
    customer_id: t['customer_id'],
    customer,
    title: `CHM-${t.pin}`,
    description: t['description'],
    animals: animals.length,
    status: t.status,
    veterinary_record: {
      ...more,
      pin: t.pin,
      in_progress: flag(t.status === 'In Progress'),
      completed_at: t['completed_at'],
      completed_by_id: t['completed_by_id'],
      completed_by: person(t['completed_by_id'], t['com_first'], t['com_last']),
      scheduled_at: t['scheduled_at'],
      scheduled_by_id: t['scheduled_by_id'],
      scheduled_for_id: t['scheduled_for_id'],
      scheduled_for: person(t['scheduled_for_id'], t['vet_first'], t['vet_last']),
      requested_by: person(t['requested_by_id'], t['req_first'], t['req_last']),
      created_by: person(t['created_by_id'], t['cre_first'], t['cre_last']),
      customer: { ...customer, sites: t['sites'] },
      site: { id: t['site_id'], name: t['site_name'], region: t['region'], city: t['city'] },
      veterinary_record_animals: animals,
    },
  }
}

async function list(name: string, sites: string[] | null, value: string) {
  const sql = lists[name]
  if (!sql) throw new Error(`no list ${name}`)
  const [rows, total] = await Promise.all([
    pool.query<Row>({ name: `page ${name}`, text: sql.page, values: [sites, value] }),
    pool.query<{ total: number }>({ name: `total ${name}`, text: sql.total, values: [sites, value] }),
  ])
  return { success: true, data: rows.rows.map(presentPostMortem), meta: { total: total.rows[0]?.total } }
}

const one = postMortemSql('where t.id = $2::uuid and t.deleted_at is null')

async function detail(id: string) {
  const { rows } = await pool.query<Row>({ name: 'one', text: one, values: [null, id] })
  return { success: true, data: rows.map(presentPostMortem)[0] }
}

const { change, login, photo, report } = baselineWrites(pool, detail)

function handleWrite(name: string, value: string, body: Buffer): Promise<object> {
  if (name === 'report') return report(value)
  if (name === 'photo') return photo(body, value)
  const sent = JSON.parse(body.toString()) as Record<string, string>
  return name === 'login' ? login(sent) : change(name, sent)
}

const server = http.createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const sites = url.searchParams.get('sites')?.split(',') ?? null
    const value = url.searchParams.get('value') ?? ''
    const name = url.pathname.slice(1)
    const answer =
      request.method === 'POST'
        ? handleWrite(name, value, Buffer.concat(chunks))
        : name === 'detail'
          ? detail(value)
          : list(name, sites, value)
    answer.then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
})
server.listen(0, '127.0.0.1', () =>
  // cast: a server that listens on a port has an address
  console.log(`listens on http://127.0.0.1:${(server.address() as { port: number }).port}`),
)
