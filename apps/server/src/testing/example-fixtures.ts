import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { type AlertId, type CustomerId, newId, type SiteId } from '../database/ids.ts'
import { createSecondFactorFactory } from '../features/second-factor/testing/second-factor-factory.ts'
import { exampleIds, exampleTexts, type ExampleName } from '../http/openapi/example-values.ts'
import { seedLibrary } from '../features/library/index.ts'
import type { Factory, TestUser } from './factory.ts'
import { waitForEmail } from './outbox-email.ts'
import { multipartOf } from './multipart.ts'

type Builder = (path: string) => Promise<string>

/**
 * Replaces the placeholders of documented examples with real rows, new ones for each example. A new name in
 * example-values.ts needs a line here.
 * @param ofCustomer  the customer whose site they belong to; default: a new one
 */
export async function exampleFixtures(factory: Factory, ofCustomer?: CustomerId) {
  await seedLibrary(factory.db)
  const factors = createSecondFactorFactory(factory)
  const admin = await factory.user('SuperAdmin')
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client(ofCustomer)

  const entryOf = async (list: string) => {
    const entry = factory.db.selectFrom('library_entries').select('id').where('list', '=', list)
    return (await entry.limit(1).executeTakeFirstOrThrow()).id
  }
  const animal = async () => (await factory.animal(client, (await factory.draftPostMortem(client, site)).id)).id
  const reportVersion = async () => {
    const { id } = await factory.completedPostMortem(client, site, vet)
    return (await vet.get(`/post-mortems/${id}/report-versions`)).body.data[0]
  }
  const caseAnimal = async () => {
    const { id, veterinary_record } = await factory.scheduledPostMortem(client, site, vet)
    const animalId = veterinary_record.veterinary_record_animals[0]?.id ?? ''
    await vet.put(`/veterinary-record-animals/${animalId}`, { vet_diagnosis_id: await entryOf('diagnoses') })
    await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
    const shared = { title: 'Bloat', text: 'A line in the oesophagus.' }
    await vet.put(`/veterinary-record-animals/${animalId}/teaching-case`, shared)
    return animalId
  }
  const training = async () => {
    const id = uuidv7()
    await factory.db.insertInto('trainings').values({ id, title: 'Bunk checks', position: 1 }).execute()
    return id
  }
  const savedReport = async () => {
    const report = { type: 'animals', name: 'All', parameters: { filter: {} } }
    return String((await admin.post('/filter-reports', report)).body.data.id)
  }
  const photo = async () => {
    const form = new FormData()
    form.set('media_attachable_id', await animal())
    form.set('image', new Blob([new Uint8Array(await exampleImage())]), 'cow.png')
    const { headers, payload } = await multipartOf(form)
    return String((await admin.post('/medias', payload, headers)).body.data[0].id)
  }
  const signIn = async () => {
    const id = uuidv7()
    const token = { refresh_hash: Buffer.from(id), expires_at: new Date(Date.now() + 3_600_000) }
    await factory.db
      .insertInto('sign_ins')
      .values({ ...token, id, user_id: admin.id })
      .execute()
    return id
  }
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
  const passkey = async () => {
    const id = uuidv7()
    const key = { credential_id: id, public_key: Buffer.from('key'), name: 'My phone' }
    await factory.db
      .insertInto('passkeys')
      .values({ ...key, id, user_id: admin.id })
      .execute()
    return id
  }

  // the comment in an example must belong to its ticket
  let commentedTicket = ''
  const invitation = { status: 'invited', temporary_password_until: new Date(Date.now() + 3_600_000) } as const
  const builders: Record<ExampleName, Builder> = {
    customer: async () => site.customerId,
    site: async () => site.id,
    draftTicket: async () => {
      const { id } = await factory.draftPostMortem(client, site)
      await factory.animal(client, id)
      return id
    },
    pendingTicket: async () => (await factory.pendingPostMortem(client, site)).id,
    scheduledTicket: async () => (await factory.scheduledPostMortem(client, site, vet)).id,
    completedTicket: async () => (await factory.completedPostMortem(client, site, vet)).id,
    amendedTicket: async () => {
      const { id } = await factory.completedPostMortem(client, site, vet)
      await vet.post(`/post-mortems/${id}/amendment`, { reason: 'Results of the laboratory.' })
      return id
    },
    reportVersion: async () => (await reportVersion()).id,
    reportCode: async () => (await reportVersion()).code,
    animal,
    photo,
    // not the authors of the tickets: an example may end their session
    veterinarian: async () => (await factory.user('Veterinarian')).id,
    client: async () => (await factory.user('Client', [site.id])).id,
    colleague: async () => (await factory.user('Veterinarian')).id,
    savedReport,
    training,
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
    newId: async () => uuidv7(),
    signIn,
    passkey,
    signInLimit: async () => {
      const person = await factory.user('Client', [site.id])
      const limit = { user_id: person.id, short_address: 'c…@test.example', sources: ['192.0.2.1'] }
      const reached = { failures: 100, next_try_at: new Date(Date.now() + 60_000) }
      const address_hash = Buffer.from(person.email)
      const { id } = await factory.db
        .insertInto('sign_in_limits')
        .values({ ...limit, ...reached, address_hash })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    auditEntry: async () =>
      (await factory.db.selectFrom('audit_entries').select('id').limit(1).executeTakeFirstOrThrow()).id,
    personWithSecondFactor: async () => (await factors.withAuthenticator()).person.id,
    commentedTicket: async () => (commentedTicket = (await factory.pendingPostMortem(client, site)).id),
    comment: async () => (await admin.post(`/post-mortems/${commentedTicket}/comments`, { text: 'Hi' })).body.data.id,
    sampleKind: () => entryOf('sample-kinds'),
    sample: async () => {
      const newSample = { veterinary_record_animal_id: await animal(), sample_kind_id: await entryOf('sample-kinds') }
      return (await admin.post('/samples', newSample)).body.data.id
    },
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
    lot: async () => {
      const lot = { site_id: site.id, name: uuidv7(), arrived_at: '2026-06-01', head_in: 100 }
      return (await admin.post('/lots', lot)).body.data.id
    },
    alertRule,
    caseAnimal,
    teachingCase: async () =>
      (await vet.get(`/veterinary-record-animals/${await caseAnimal()}/teaching-case`)).body.data.id,
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
    headCount: async () => {
      const { id } = await factory.site()
      return (await admin.post('/head-counts', { site_id: id, date: '2026-11-20', head: 1200 })).body.data.id
    },
    emptyCustomer,
    emptySite: async () => {
      const id = newId<SiteId>()
      await factory.db
        .insertInto('sites')
        .values({ id, customer_id: await emptyCustomer(), name: id })
        .execute()
      return id
    },
    invitedPerson: async () => {
      const { id } = await factory.user('Client', [site.id])
      await factory.db.updateTable('users').set(invitation).where('id', '=', id).execute()
      return id
    },
  }

  const signInOf = (person: TestUser) =>
    factory.anonymous.post('/auth/login', { username: person.email, password: exampleTexts.password })
  // e-mail and code, or session, in an example must belong to the same user
  let person = await factory.user('Client', [site.id])
  let recoveryCodes: string[] = []
  const newPerson = async () => {
    person = await factory.user('Client', [site.id])
    return person.email
  }
  const texts: Record<keyof typeof exampleTexts, Builder> = {
    email: newPerson,
    password: async () => exampleTexts.password,
    newPassword: async () => exampleTexts.newPassword,
    invitedEmail: newPerson,
    newEmail: async () => `${uuidv7()}@feeders.example`,
    session: async () => {
      await factory.db.updateTable('users').set(invitation).where('id', '=', person.id).execute()
      return String((await signInOf(person)).body.session)
    },
    refresh: async () => String((await signInOf(vet)).body.refresh),
    resetCode: async () => {
      await factory.anonymous.post('/auth/reset-password', { username: person.email })
      return (
        /code is ([A-Z0-9]{8})/.exec(await waitForEmail(factory.dataDir, person.email, 'verification code'))?.[1] ?? ''
      )
    },
    authenticatorCode: async () => {
      await admin.delete('/auth/authenticator')
      return factors.codeOf((await admin.post('/auth/authenticator')).body.data.secret)
    },
    secondStep: async () => {
      ;({ person, recoveryCodes } = await factors.withAuthenticator())
      return factors.sessionOf(person)
    },
    recoveryCode: async () => recoveryCodes[0] ?? '',
    newName: async () => `Name ${uuidv7()}`,
    newCode: async () => uuidv7().slice(-12),
    calendarToken: async () =>
      /calendar\/([^/]+)\.ics$/.exec((await client.post('/calendar-feeds')).body.data.url)?.[1] ?? '',
    pushEndpoint: async () => `https://push.example/send/${uuidv7()}`,
    picture: async () => exampleTexts.picture,
  }
  const placeholders = [
    // cast: the table has a line for each example
    ...Object.entries(builders).map(([name, make]) => ({ placeholder: exampleIds[name as ExampleName], make })),
    // cast: the table has a line for each example
    ...Object.entries(texts).map(([name, make]) => ({ placeholder: exampleTexts[name as keyof typeof texts], make })),
  ]

  /** Fills an example with real values. */
  const withRealValues = async <T>(example: T, path: string): Promise<T> => {
    let text = JSON.stringify(example)
    for (const { placeholder, make } of placeholders)
      if (text.includes(placeholder)) text = text.replaceAll(placeholder, await make(path))
    return JSON.parse(text) as T
  }
  return { admin, vet, client, site, withRealValues }
}

/** Image for upload examples. */
export const exampleImage = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
