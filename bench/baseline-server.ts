/**
 * The baseline: the same responses with bare node:http, pg and hand-written SQL, without sign-in, checks or schemas.
 * Before it measures, the bench compares these responses with those of the API.
 */
import http from 'node:http'
import pg from 'pg'
import { strictestLevel } from '@chisholm/domain/danger-signs'
import { daysOnFeed } from '@chisholm/domain/death'
import { bareDiagnosis, nothingExamined } from '@chisholm/domain/examination'
import type { Lesion } from '@chisholm/domain/schemas/examination'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { planning } from '../apps/server/src/database/planner-settings.ts'
import { baselineWrites } from './baseline-writes.ts'

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20, options: planning })

/** Clients see no opinion before it is issued. */
const seesOpinion = '($1::uuid[] is null or t.completed_at is not null)'

const named = (entry: string) =>
  `case when ${entry}.id is not null then json_build_object('id', ${entry}.id, 'name', ${entry}.name) end`
const opinion = (value: string) => `case when ${seesOpinion} then ${value} end`

/** The animals of ticket `t` in order, with what `presentAnimal` needs. */
const animalsSql = `
  select coalesce(json_agg(a order by a.created_at, a.id), '[]') from (
    select a.id, a.post_mortem_id as veterinary_record_id, a.tag, a.rfid, a.pen, a.lot,
      a.tag_color_id, ${named('tc')} as tag_color, a.customer_record_at, a.customer_notes,
      a.customer_diagnosis_id, ${named('cd')} as customer_diagnosis, a.customer_diagnosis_note,
      ${opinion('a.vet_diagnosis_id')} as vet_diagnosis_id,
      case when ${seesOpinion} and vd.id is not null then json_build_object('id', vd.id, 'name', vd.name) end as vet_diagnosis,
      ${opinion('a.vet_diagnosis_note')} as vet_diagnosis_note, ${opinion('a.vet_findings')} as vet_findings,
      a.breed_id, ${named('b')} as breed, a.animal_color_id, ${named('ac')} as animal_color,
      a.animal_group_id, ${named('ag')} as animal_group, a.weight, a.temperature, a.found_at, a.died_at,
      a.last_seen_alive_at, a.death_kind, a.euthanasia_note, a.air_temperature_c, a.arrived_at, a.danger_sign_ids,
      a.examine_by, a.created_at, a.updated_at,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'advice', l.advice, 'level', l.level)
         order by array_position(a.danger_sign_ids, l.id)), '[]')
       from library_entries l where l.id = any(a.danger_sign_ids)) as danger_signs,
      (select coalesce(json_agg(json_build_object('id', g.id, 'treatment_id', g.treatment_id, 'name', g.name,
         'given_at', g.given_at, 'note', g.note) order by g.position), '[]')
       from animal_treatments g where g.animal_id = a.id) as treatments_given,
      ${opinion(`(select json_build_object('examined_at', e.examined_at, 'mode', e.mode, 'extent', e.extent,
        'condition', e.condition, 'systems', e.systems) from animal_examinations e where e.animal_id = a.id)`)} as entered,
      ${opinion(`(select json_agg(json_build_object('id', l.id, 'diagnosis_id', l.diagnosis_id,
        'diagnosis', json_build_object('id', d.id, 'name', d.name), 'role', l.role, 'certainty', l.certainty,
        'basis', l.basis, 'severity', l.severity, 'stage', l.stage, 'note', l.note) order by l.position)
        from animal_lesions l join library_entries d on d.id = l.diagnosis_id where l.animal_id = a.id)`)} as lesions,
      (select json_object_agg(k.slot_id, k.skipped_reason) from animal_photo_slots k where k.animal_id = a.id) as skipped,
      (select json_object_agg(coalesce(p.slot_id::text, ''), p.photos) from (
         select slot_id, count(*) as photos from photos where animal_id = a.id and deleted_at is null group by slot_id
       ) p) as photos_by_slot
    from animals a left join library_entries tc on tc.id = a.tag_color_id left join library_entries vd on vd.id = a.vet_diagnosis_id
      left join library_entries cd on cd.id = a.customer_diagnosis_id left join library_entries b on b.id = a.breed_id
      left join library_entries ac on ac.id = a.animal_color_id left join library_entries ag on ag.id = a.animal_group_id
    where a.post_mortem_id = t.id and a.deleted_at is null) a`

const postMortemSql = (rest: string) => `
  select t.*, c.name as customer_name, s.name as site_name, s.region, s.city, s.time_zone as site_time_zone,
    vet.first_name as vet_first, vet.last_name as vet_last, req.first_name as req_first, req.last_name as req_last,
    cre.first_name as cre_first, cre.last_name as cre_last, com.first_name as com_first, com.last_name as com_last,
    case when t.last_examine_by >= now() then (select min(a.examine_by) from animals a
      where a.post_mortem_id = t.id and a.deleted_at is null and a.examine_by >= now()) else t.last_examine_by end as examine_by,
    (select json_build_object('id', v.id, 'number', v.number, 'kind', v.kind, 'issued_at', v.issued_at)
     from report_versions v where v.post_mortem_id = t.id order by v.number desc limit 1) as report,
    (select coalesce(json_agg(json_build_object('id', x.id, 'name', x.name) order by x.name), '[]') from sites x
     where x.customer_id = t.customer_id and ($1::uuid[] is null or x.id = any($1))) as sites,
    (${animalsSql}) as animals
  from post_mortems t join customers c on c.id = t.customer_id join sites s on s.id = t.site_id
  left join users vet on vet.id = t.scheduled_for_id left join users req on req.id = t.requested_by_id
  left join users cre on cre.id = t.created_by_id left join users com on com.id = t.completed_by_id
  ${rest}`

const slotsSql = `select id as slot_id, name, hint, required from library_entries
  where list = 'photo-slots' and retired_at is null order by position, name`

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
  animals: AnimalRow[]
}

type AnimalRow = Animal & {
  entered: typeof nothingExamined | null
  lesions: Lesion[] | null
  skipped: Record<string, string> | null
  photos_by_slot: Record<string, number> | null
}

interface Slot {
  slot_id: string
}

const person = (id: unknown, first: unknown, last: unknown) => (id ? { id, first_name: first, last_name: last } : null)
const flag = (value: unknown) => (value ? 1 : 0)
const isoTimestamp = (text: string) => new Date(text).toISOString()
const isoOrNull = (text: string | null) => text && isoTimestamp(text)
/** The zone of the practice; no site of the bench has another one. */
const zone = 'America/Edmonton'

function presentAnimal({ entered, lesions, skipped, photos_by_slot: photos, ...animal }: AnimalRow, slots: Slot[]) {
  const { vet_diagnosis: diagnosis } = animal
  const found = [...(lesions ?? [])]
  if (diagnosis && found.length === 0) found.push(bareDiagnosis(animal.id, diagnosis))
  return {
    ...animal,
    found_at: isoOrNull(animal.found_at),
    examine_by: isoOrNull(animal.examine_by),
    created_at: isoTimestamp(animal.created_at),
    updated_at: isoTimestamp(animal.updated_at),
    days_on_feed: daysOnFeed(animal, zone),
    examination: entered || found.length > 0 ? { ...(entered ?? nothingExamined), lesions: found } : null,
    photos: Object.values(photos ?? {}).reduce((sum, count) => sum + count, 0),
    photo_slots: slots.map((slot) => ({
      ...slot,
      photos: photos?.[slot.slot_id] ?? 0,
      skipped_reason: skipped?.[slot.slot_id] ?? null,
    })),
    // it changes with the time, and few animals have one
    carcass: null,
  }
}

function presentPostMortem(t: Row, slots: Slot[]) {
  const customer = { id: t['customer_id'], name: t['customer_name'] }
  const animals = t.animals.map((animal) => presentAnimal(animal, slots))
  const more = {
    id: t['id'],
    created_at: t['created_at'],
    record_at: t['record_at'],
    draft: flag(t['draft']),
    no_vet_visit_requested: flag(t['no_vet_visit_requested']),
    note: t['note'],
    examine_by: t['examine_by'],
    duration_minutes: t['duration_minutes'],
    danger: strictestLevel(animals.flatMap(({ danger_signs }) => danger_signs)),
    danger_acknowledged_at: t['danger_acknowledged_at'],
    danger_acknowledged_by_id: t['danger_acknowledged_by_id'],
  }
  return {
    ...more,
    created_by_id: t['created_by_id'],
    updated_at: t['updated_at'],
    requested_at: t['requested_at'],
    requested_by_id: t['requested_by_id'],
    photos_missing_reason: t['photos_missing_reason'],
    report_grouped: flag(t['report_grouped']),
    report: t['report'],
    // no ticket of the bench is being amended
    amendment: null,
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
      site: {
        id: t['site_id'],
        name: t['site_name'],
        region: t['region'],
        city: t['city'],
        time_zone: t['site_time_zone'],
      },
      veterinary_record_animals: animals,
    },
  }
}

const readSlots = async () => (await pool.query<Slot>({ name: 'slots', text: slotsSql })).rows

async function list(name: string, sites: string[] | null, value: string) {
  const sql = lists[name]
  if (!sql) throw new Error(`no list ${name}`)
  const [slots, rows, total] = await Promise.all([
    readSlots(),
    pool.query<Row>({ name: `page ${name}`, text: sql.page, values: [sites, value] }),
    pool.query<{ total: number }>({ name: `total ${name}`, text: sql.total, values: [sites, value] }),
  ])
  return {
    success: true,
    data: rows.rows.map((row) => presentPostMortem(row, slots)),
    meta: { total: total.rows[0]?.total },
  }
}

const one = postMortemSql('where t.id = $2::uuid and t.deleted_at is null')

async function detail(id: string) {
  const [slots, { rows }] = await Promise.all([
    readSlots(),
    pool.query<Row>({ name: 'one', text: one, values: [null, id] }),
  ])
  return { success: true, data: rows.map((row) => presentPostMortem(row, slots))[0] }
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
