/** The least that a write can cost: one statement for the change, one for the audit entry, and reading the ticket. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import sharp from 'sharp'
import { verifyPassword } from '../apps/server/src/features/auth/passwords.ts'
import { currentLayout } from '../apps/server/src/pdf/report-content.ts'
import { noHistory } from '../apps/server/src/testing/no-history.ts'
import { renderReport } from '../apps/server/src/pdf/render-report.ts'

type Values = Record<string, string>

const statements: Record<string, { text: string; values: string[]; action: string }> = {
  create: {
    text: 'insert into post_mortems (id, customer_id, site_id, record_at, created_by_id) values ($1, $2, $3, $4, $5)',
    values: ['id', 'customer_id', 'site_id', 'record_at', 'by'],
    action: 'post-mortem created',
  },
  'add-animal': {
    text: `with added as (insert into animals (id, post_mortem_id, tag, pen, lot, customer_record_at, created_by_id)
             values (gen_random_uuid(), $1, $2, '12', 'L-77', now(), $3))
           update post_mortems set updated_at = now(), version = version + 1 where id = $1`,
    values: ['id', 'tag', 'by'],
    action: 'animal added',
  },
  send: {
    text: `update post_mortems set draft = false, requested_at = now(), requested_by_id = $2, updated_at = now(),
             version = version + 1 where id = $1 and draft`,
    values: ['id', 'by'],
    action: 'post-mortem sent',
  },
  schedule: {
    text: `update post_mortems set scheduled_at = '2026-10-05', scheduled_for_id = $2, scheduled_by_id = $2,
             updated_at = now(), version = version + 1 where id = $1 and completed_at is null`,
    values: ['id', 'by'],
    action: 'post-mortem scheduled',
  },
  complete: {
    text: `update post_mortems set completed_at = now(), completed_by_id = $2, updated_at = now(), version = version + 1
             where id = $1 and completed_at is null`,
    values: ['id', 'by'],
    action: 'post-mortem completed',
  },
}

/** Writes the audit entry of a change, in its transaction. */
async function audit(client: pg.PoolClient, action: string, sent: Values) {
  await client.query({
    name: 'audit',
    text: `insert into audit_entries (id, user_id, action, subject_type, subject_id, after)
           values (gen_random_uuid(), $1, $2, 'post-mortem', $3, $4)`,
    values: [sent['by'], action, sent['id'], JSON.stringify(sent)],
  })
}

/**
 * Handles writes in the baseline server.
 * @param detail  reads a ticket in the response format of the API
 */
export function baselineWrites(pool: pg.Pool, detail: (id: string) => Promise<{ data: Detail | undefined }>) {
  const folder = process.env['DATA_DIR'] ?? ''

  async function change(name: string, sent: Values) {
    const statement = statements[name]
    if (!statement) throw new Error(`no change ${name}`)
    const { text, values, action } = statement
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query({ name, text, values: values.map((value) => sent[value]) })
      await audit(client, action, sent)
      await client.query('commit')
    } finally {
      client.release()
    }
    return detail(sent['id'] ?? '')
  }

  async function login({ email, password = '' }: Values) {
    const { rows } = await pool.query<{ id: string; password_hash: string }>({
      name: 'person',
      text: 'select id, password_hash from users where lower(email) = $1',
      values: [email],
    })
    const [person] = rows
    if (!person || !(await verifyPassword(password, person.password_hash))) throw new Error('wrong password')
    const id = randomUUID()
    await pool.query({
      name: 'sign in',
      text: `insert into sign_ins (id, user_id, refresh_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      values: [id, person.id, Buffer.from(id)],
    })
    return { success: true, token: id }
  }

  async function photo(bytes: Buffer, animalId: string) {
    await mkdir(folder, { recursive: true })
    const id = randomUUID()
    const [sent, image, small] = ['sent', 'image', 'small'].map((kind) => path.join(folder, `${id}-${kind}`))
    await writeFile(sent ?? '', bytes)
    const { width, height, size } = await sharp(sent)
      .autoOrient()
      .jpeg({ quality: 85 })
      .toFile(image ?? '')
    await sharp(image)
      .resize(400, 400)
      .jpeg({ quality: 78 })
      .toFile(small ?? '')
    await pool.query({
      name: 'photo',
      text: `insert into photos (id, animal_id, name, type, image_key, thumbnail_key, bytes, width, height, content_hash)
             values ($1, $2, 'pen.jpg', 'image/jpeg', $3, $4, $5, $6, $7, '')`,
      values: [id, animalId, image, small, size, width, height],
    })
    return { success: true, data: { id } }
  }

  async function report(postMortemId: string) {
    const { rows } = await pool.query<{ id: string; file_key: string }>({
      name: 'report',
      text: 'select id, file_key from reports where post_mortem_id = $1',
      values: [postMortemId],
    })
    const storedReport = rows[0] ?? (await makeReport(postMortemId))
    return {
      success: true,
      report: { id: storedReport.id, report_data: (await readFile(storedReport.file_key)).toString('base64') },
    }
  }

  async function makeReport(postMortemId: string) {
    const { data } = await detail(postMortemId)
    if (!data) throw new Error(`no ticket ${postMortemId}`)
    await mkdir(folder, { recursive: true })
    const id = randomUUID()
    const file_key = path.join(folder, `${id}.pdf`)
    await writeFile(file_key, await renderReport(contentOf(data)))
    await pool.query({
      name: 'report made',
      text: 'insert into reports (id, post_mortem_id, content_hash, file_key) values ($1, $2, $3, $4)',
      values: [id, postMortemId, Buffer.from(id), file_key],
    })
    return { id, file_key }
  }

  return { change, login, photo, report }
}

interface Detail {
  title: string
  record_at: unknown
  customer: { name: unknown }
  veterinary_record: {
    site: { name: unknown; region: unknown; city: unknown }
    veterinary_record_animals: { [column: string]: unknown; vet_diagnosis?: { name: string } | null }[]
  }
}

const provider = { name: 'Bench', phone: '', email: '', address: '' }

function contentOf(ticket: Detail) {
  const { site, veterinary_record_animals: animals } = ticket.veterinary_record
  return {
    layout: currentLayout,
    paper: 'us-letter' as const,
    lotSummary: null,
    groups: animals.map((_, index) => [index]),
    earlierVersions: [],
    changesSince: null,
    changes: [],
    provider,
    logo: null,
    number: ticket.title,
    version: null,
    qrCode: null,
    issuedAt: '2026-11-20T12:00:00.000Z',
    customer: String(ticket.customer.name),
    site: { name: String(site.name), region: String(site.region), city: String(site.city) },
    requestedBy: null,
    requestedAt: null,
    recordAt: String(ticket.record_at),
    scheduledAt: null,
    completedAt: null,
    veterinarian: null,
    note: null,
    noVetVisit: false,
    animals: animals.map((animal) => ({
      tag: String(animal['tag']),
      examination: [],
      systems: [],
      lesions: [],
      tagColor: null,
      rfid: String(animal['rfid']),
      pen: String(animal['pen']),
      lot: String(animal['lot']),
      breed: null,
      animalColor: null,
      group: null,
      weight: String(animal['weight']),
      ...noHistory,
      dateOfDeath: String(animal['customer_record_at']),
      customerNotes: String(animal['customer_notes']),
      customerDiagnosis: null,
      diagnosis: animal.vet_diagnosis?.name ?? null,
      agreement: null,
      notifiableWarning: null,
      external: null,
      samples: [],
      findings: String(animal['vet_findings']),
      notes: null,
      photos: [],
    })),
  }
}
