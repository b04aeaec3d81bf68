/**
 * The minimal server uses node:http and pg, with one statement per call, and builds the smallest response for the same
 * screen as JSON in PostgreSQL. Like the API it checks token and session and limits results to the user's sites. It
 * does nothing else.
 */
import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'
import { planning } from '../apps/server/src/database/planner-settings.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20, options: planning })
const key = Buffer.from(hkdfSync('sha256', process.env['SECRET_KEY'] ?? '', '', 'tokens', 32))

interface Holder {
  sid: string
  sub: string
  exp: number
}
const verified = new Map<string, Holder>()

function holderOf(authorization = ''): Holder | undefined {
  const token = authorization.slice('Bearer '.length)
  const known = verified.get(token)
  if (known) return known.exp * 1000 > Date.now() ? known : undefined
  const [head, payload = '', signature] = token.split('.')
  if (createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url') !== signature) return undefined
  const holder = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Holder
  verified.set(token, holder)
  return holder
}

/** Selects the user if the session is valid. `$1` is the id of the session, `$2` that of the user. */
const me = `me as (
  select u.id from sign_ins s join users u on u.id = s.user_id
  where s.id = $1 and u.id = $2 and s.revoked_at is null and s.expires_at > now() and u.status = 'active' and u.deleted_at is null)`

const card = `json_build_object('id', t.id, 'pin', t.pin, 'status', t.status, 'draft', t.draft, 'no_visit', t.no_vet_visit_requested,
  'record_at', t.record_at, 'requested_at', t.requested_at, 'scheduled_at', t.scheduled_at, 'completed_at', t.completed_at,
  'customer', c.name, 'site', s.name, 'city', s.city,
  'vet', (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = t.scheduled_for_id),
  'animals', (select count(*) from animals a where a.post_mortem_id = t.id and a.deleted_at is null),
  'first_animals', (select json_agg(json_build_object('tag', a.tag, 'rfid', a.rfid, 'photo', (
      select p.id from photos p where p.animal_id = a.id and p.deleted_at is null order by p.created_at, p.id limit 1))
      order by a.created_at, a.id)
    from (select id, tag, rfid, created_at from animals where post_mortem_id = t.id and deleted_at is null
          order by created_at, id limit 3) a))`
const newest = 'order by t.created_at desc, t.id desc'

/** @param ids  the query that selects the ids of a page */
const list = (ids: string, total: string) => `with ${me}
  select json_build_object('total', (${total}), 'data', (
    select json_agg(${card} ${newest}) from post_mortems t join customers c on c.id = t.customer_id join sites s on s.id = t.site_id
    where t.id in (${ids})))::text as answer from me`
const found = (where: string) =>
  list(
    `select t.id from post_mortems t where t.deleted_at is null and ${where} ${newest} limit 20`,
    `select count(*) from post_mortems t where t.deleted_at is null and ${where}`,
  )
const ofAnimals = (column: string) =>
  found(
    `t.id = any(array(select post_mortem_id from animals where deleted_at is null and lower(btrim(${column})) = lower($3)))`,
  )

const named = (column: string) => `(select l.name from library_entries l where l.id = ${column})`

/** Animal `a` as the screen of a ticket shows it, with the photos of each slot. */
const animal = `json_build_object('id', a.id, 'tag', a.tag, 'rfid', a.rfid, 'pen', a.pen, 'lot', a.lot,
  'died', a.customer_record_at, 'found_at', a.found_at, 'died_at', a.died_at, 'death_kind', a.death_kind,
  'air_temperature', a.air_temperature_c, 'arrived_at', a.arrived_at, 'examine_by', a.examine_by,
  'notes', a.customer_notes, 'findings', a.vet_findings, 'note', a.vet_diagnosis_note, 'weight', a.weight,
  'color', ${named('a.tag_color_id')}, 'breed', ${named('a.breed_id')}, 'group', ${named('a.animal_group_id')},
  'customer_diagnosis', ${named('a.customer_diagnosis_id')}, 'diagnosis', ${named('a.vet_diagnosis_id')},
  'danger', (select json_agg(json_build_array(l.name, l.advice, l.level)) from library_entries l where l.id = any(a.danger_sign_ids)),
  'treatments', (select json_agg(json_build_array(g.name, g.given_at, g.note) order by g.position)
                 from animal_treatments g where g.animal_id = a.id),
  'examined', (select json_build_array(x.examined_at, x.mode, x.extent, x.condition, x.systems)
               from animal_examinations x where x.animal_id = a.id),
  'lesions', (select json_agg(json_build_array(l.diagnosis_id, l.role, l.certainty, l.basis, l.severity, l.stage, l.note)
              order by l.position) from animal_lesions l where l.animal_id = a.id),
  'skipped_slots', (select json_agg(json_build_array(s.slot_id, s.skipped_reason)) from animal_photo_slots s where s.animal_id = a.id),
  'photos', (select json_agg(json_build_object('id', p.id, 'name', p.name, 'slot', p.slot_id, 'caption', p.caption,
               'markup', p.markup, 'taken_at', p.taken_at) order by p.created_at, p.id)
             from photos p where p.animal_id = a.id and p.deleted_at is null))`

const detail = `with ${me}
  select json_build_object('ticket', ${card}, 'note', t.note, 'examine_by', t.last_examine_by,
    'slots', (select json_agg(json_build_array(l.id, l.name, l.hint, l.required) order by l.position)
              from library_entries l where l.list = 'photo-slots' and l.retired_at is null),
    'report', (select json_build_array(v.number, v.kind, v.issued_at) from report_versions v
               where v.post_mortem_id = t.id order by v.number desc limit 1),
    'animals', (select json_agg(${animal} order by a.created_at, a.id)
                from animals a where a.post_mortem_id = t.id and a.deleted_at is null))::text as answer
  from me, post_mortems t join customers c on c.id = t.customer_id join sites s on s.id = t.site_id
  where t.id = $3 and t.deleted_at is null`

/** Inserts a ticket that is sent, with its animals. It writes no audit entry and enqueues no e-mails. */
const create = `with ${me}, sent as (select $3::json as body), made as (
    insert into post_mortems (id, customer_id, site_id, record_at, draft, requested_at, requested_by_id, created_by_id)
    select (body->>'id')::uuid, (body->>'customer_id')::uuid, (body->>'site_id')::uuid, (body->>'record_at')::date, false, now(), me.id, me.id
    from me, sent where exists (select from user_sites k where k.user_id = me.id and k.site_id = (body->>'site_id')::uuid)
    returning id, site_id, pin, status),
  added as (
    insert into animals (id, post_mortem_id, site_id, tag, pen, lot, customer_record_at, created_by_id)
    select (a->>'id')::uuid, made.id, made.site_id, a->>'tag', a->>'pen', a->>'lot', current_date, me.id
    from me, made, sent, json_array_elements(body->'animals') a returning id),
  logged as (
    insert into audit_entries (id, user_id, action, subject_type, subject_id, after)
    select gen_random_uuid(), me.id, 'post-mortem created', 'post-mortem', made.id, sent.body from me, made, sent)
  select json_build_object('id', id, 'pin', pin, 'status', status)::text as answer from made`

const cards = (where: string, order: string) => `coalesce((
  select json_agg(${card} order by ${order}) from post_mortems t
  join customers c on c.id = t.customer_id join sites s on s.id = t.site_id
  where t.deleted_at is null and ${where}), '[]')`

/** The visits between two comma-separated timestamps, and the tickets without a date. */
const planner = `with ${me}
  select json_build_object(
    'visits', ${cards("not t.draft and t.scheduled_at >= split_part($3, ',', 1)::timestamptz and t.scheduled_at < split_part($3, ',', 2)::timestamptz", 't.scheduled_at, t.pin')},
    'unscheduled', ${cards("t.status in ('Pending', 'In Progress') and t.scheduled_at is null", 't.last_examine_by, t.pin')})::text as answer
  from me`

const statements: Record<string, string> = {
  inbox: list(
    `select t.id from post_mortems t where t.deleted_at is null and t.status = $3 ${newest} limit 20`,
    'select coalesce(sum(tickets), 0) from ticket_counts where status = $3',
  ),
  client: list(
    `select p.id from me join user_sites k on k.user_id = me.id cross join lateral (
       select id, created_at from post_mortems t where t.deleted_at is null and t.status = $3 and t.site_id = k.site_id
       ${newest} limit 20) p order by p.created_at desc, p.id desc limit 20`,
    'select coalesce(sum(n.tickets), 0) from me join user_sites k on k.user_id = me.id join ticket_counts n on n.site_id = k.site_id where n.status = $3',
  ),
  pin: found('t.pin = $3::int'),
  rfid: ofAnimals('rfid'),
  text: ofAnimals('tag'),
  detail,
  create,
  planner,
}

async function answer(name: string, holder: Holder, value: string): Promise<string | undefined> {
  const text = statements[name]
  if (!text) throw new Error(`no call ${name}`)
  const { rows } = await pool.query<{ answer: string }>({ name, text, values: [holder.sid, holder.sub, value] })
  return rows[0]?.answer
}

const server = http.createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const holder = holderOf(request.headers.authorization)
  const reply = (status: number, body = '') =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body)
  if (!holder) return void reply(401)
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const name = url.pathname.slice(1)
    const value =
      request.method === 'POST'
        ? // cast: the bench sends objects
          JSON.stringify({ id: randomUUID(), ...(JSON.parse(Buffer.concat(chunks).toString()) as object) })
        : (url.searchParams.get('value') ?? '')
    answer(name, holder, value).then(
      (body) => reply(body === undefined ? 404 : 200, body),
      (error: unknown) => reply(500, String(error)),
    )
  })
})
server.listen(0, '127.0.0.1', () =>
  // cast: a server that listens on a port has an address
  console.log(`listens on http://127.0.0.1:${(server.address() as { port: number }).port}`),
)
