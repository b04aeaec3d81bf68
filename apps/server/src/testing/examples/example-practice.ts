import { v7 as uuidv7 } from 'uuid'
import { type AlertId, type CustomerId, newId, type SiteId } from '../../database/ids.ts'
import type { ExampleBuilder, ExampleSetup } from './example-setup.ts'
import type { ExampleName } from '../../http/openapi/example-values.ts'

/** Customers and sites of examples, and what the practice records of them. */
export function herdBuilders({ factory, admin, client, site }: ExampleSetup) {
  const alertRule = async () => {
    const rule = { name: 'Deaths', site_id: site.id, kind: 'count', threshold: 3, days: 7 }
    // a user has only so many
    const author = await factory.user('Admin')
    return (await author.post('/alert-rules', rule)).body.data.id
  }
  const emptyCustomer = async () => {
    const id = newId<CustomerId>()
    await factory.db.insertInto('customers').values({ id, name: id }).execute()
    return id
  }
  return {
    customer: async () => site.customerId,
    site: async () => site.id,
    emptyCustomer,
    emptySite: async () => {
      const id = newId<SiteId>()
      await factory.db
        .insertInto('sites')
        .values({ id, customer_id: await emptyCustomer(), name: id })
        .execute()
      return id
    },
    lot: async () => {
      const lot = { site_id: site.id, name: uuidv7(), arrived_at: '2026-06-01', head_in: 100 }
      return (await admin.post('/lots', lot)).body.data.id
    },
    headCount: async () => {
      const { id } = await factory.site()
      return (await admin.post('/head-counts', { site_id: id, date: '2026-11-20', head: 1200 })).body.data.id
    },
    alertRule,
    alert: async () => {
      const alert = { id: newId<AlertId>(), rule_id: await alertRule(), value: 3 }
      const at = { window_from: '2026-11-17', window_to: '2026-11-23', site_ids: [site.id] }
      await factory.db
        .insertInto('alerts')
        .values({ ...alert, ...at })
        .execute()
      return alert.id
    },
    scheduledReport: async () => {
      const report = { name: 'Monday figures', every: 'week', recipients: [client.id] }
      // a user has only so many
      const author = await factory.user('Admin')
      return (await author.post('/scheduled-reports', report)).body.data.id
    },
  } satisfies Partial<Record<ExampleName, ExampleBuilder>>
}

/** Library entries, trainings and saved reports of examples. */
export function libraryBuilders({ factory, admin, entryOf }: ExampleSetup) {
  const training = async () => {
    const id = uuidv7()
    await factory.db.insertInto('trainings').values({ id, title: 'Bunk checks', position: 1 }).execute()
    return id
  }
  const savedReport = async () => {
    const report = { type: 'animals', name: 'All', parameters: { filter: {} } }
    return String((await admin.post('/filter-reports', report)).body.data.id)
  }
  return {
    tagColor: () => entryOf('tag-colors'),
    dangerSign: () => entryOf('danger-signs'),
    diagnosis: () => entryOf('diagnoses'),
    breed: () => entryOf('breeds'),
    animalColor: () => entryOf('animal-colors'),
    photoSlot: () => entryOf('photo-slots'),
    animalGroup: () => entryOf('animal-groups'),
    libraryEntry: async (path) => {
      const id = uuidv7()
      const list = /\/api\/v1\/([\w-]+)/.exec(path)?.[1] ?? ''
      await factory.db
        .insertInto('library_entries')
        .values({ id, list, name: `Entry ${id}` })
        .execute()
      return id
    },
    training,
    savedReport,
  } satisfies Partial<Record<ExampleName, ExampleBuilder>>
}

/** The practice's day in examples. */
export function dayBuilders({ factory, admin, client, site }: ExampleSetup) {
  return {
    calendarFeed: async () => (await admin.post('/calendar-feeds')).body.data.id,
    notification: async () => {
      const { id } = await factory.pendingPostMortem(client, site)
      const row = factory.db.selectFrom('notifications').select('id').where('post_mortem_id', '=', id)
      return (await row.where('user_id', '=', admin.id).executeTakeFirstOrThrow()).id
    },
    pushSubscription: async () => {
      const endpoint = `https://push.example/send/${uuidv7()}`
      const keys = {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      }
      return (await admin.post('/push-subscriptions', { endpoint, keys })).body.data.id
    },
    absence: async () => (await admin.post('/absences', { from: '2027-07-05', to: '2027-07-16' })).body.data.id,
    auditEntry: async () =>
      (await factory.db.selectFrom('audit_entries').select('id').limit(1).executeTakeFirstOrThrow()).id,
  } satisfies Partial<Record<ExampleName, ExampleBuilder>>
}
