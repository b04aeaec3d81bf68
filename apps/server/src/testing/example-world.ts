import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { type CustomerId, newId, type SiteId } from '../database/ids.ts'
import { givenFactors } from '../features/second-factor/testing/factors.ts'
import { exampleIds, exampleTexts, type ExampleThing } from '../http/example-values.ts'
import { seedLibrary } from '../features/library/index.ts'
import type { Given, Visitor } from './given.ts'
import { letterTo } from './letters.ts'
import { multipartOf } from './multipart.ts'

type Maker = (path: string) => Promise<string>

/**
 * Puts real things in the place of what examples speak of: each example gets things of its own, so that none spoils
 * the next. A new name in example-values.ts needs a line here.
 */
export async function exampleWorld(given: Given) {
  await seedLibrary(given.db)
  const factors = givenFactors(given)
  const admin = await given.person('SuperAdmin')
  const vet = await given.person('Veterinarian')
  const { client, site } = await given.client()

  const entryOf = async (list: string) => {
    const entry = given.db.selectFrom('library_entries').select('id').where('list', '=', list)
    return (await entry.limit(1).executeTakeFirstOrThrow()).id
  }
  const animal = async () => (await given.animal(client, (await given.draft(client, site)).id)).id
  const training = async () => {
    const id = uuidv7()
    await given.db.insertInto('trainings').values({ id, title: 'Bunk checks', position: 1 }).execute()
    return id
  }
  const savedReport = async () => {
    const report = { type: 'animals', name: 'All', parameters: { filter: {} } }
    return String((await admin.post('/filter-reports', report)).body.data.id)
  }
  const photo = async () => {
    const form = new FormData()
    form.set('media_attachable_id', await animal())
    form.set('image', new Blob([new Uint8Array(await picture())]), 'cow.png')
    const { headers, payload } = await multipartOf(form)
    return String((await admin.post('/medias', payload, headers)).body.data[0].id)
  }
  const signIn = async () => {
    const id = uuidv7()
    const token = { refresh_hash: Buffer.from(id), expires_at: new Date(Date.now() + 3_600_000) }
    await given.db
      .insertInto('sign_ins')
      .values({ ...token, id, user_id: admin.id })
      .execute()
    return id
  }
  const emptyCustomer = async () => {
    const id = newId<CustomerId>()
    await given.db.insertInto('customers').values({ id, name: id }).execute()
    return id
  }
  const passkey = async () => {
    const id = uuidv7()
    const key = { credential_id: id, public_key: Buffer.from('key'), name: 'My phone' }
    await given.db
      .insertInto('passkeys')
      .values({ ...key, id, user_id: admin.id })
      .execute()
    return id
  }

  const invitation = { status: 'invited', temporary_password_until: new Date(Date.now() + 3_600_000) } as const
  const things: Record<ExampleThing, Maker> = {
    customer: async () => site.customerId,
    site: async () => site.id,
    draftTicket: async () => {
      const { id } = await given.draft(client, site)
      await given.animal(client, id)
      return id
    },
    pendingTicket: async () => (await given.pending(client, site)).id,
    scheduledTicket: async () => (await given.inProgress(client, site, vet)).id,
    completedTicket: async () => (await given.completed(client, site, vet)).id,
    animal,
    photo,
    // not those who make the tickets: an example may end their sign-in
    veterinarian: async () => (await given.person('Veterinarian')).id,
    client: async () => (await given.person('Client', [site.id])).id,
    colleague: async () => (await given.person('Veterinarian')).id,
    savedReport,
    training,
    tagColor: () => entryOf('tag-colors'),
    diagnosis: () => entryOf('diagnoses'),
    breed: () => entryOf('breeds'),
    animalColor: () => entryOf('animal-colors'),
    animalGroup: () => entryOf('animal-groups'),
    libraryEntry: async (path) => {
      const id = uuidv7()
      const list = /\/api\/v1\/([\w-]+)/.exec(path)?.[1] ?? ''
      await given.db
        .insertInto('library_entries')
        .values({ id, list, name: `Entry ${id}` })
        .execute()
      return id
    },
    newId: async () => uuidv7(),
    signIn,
    passkey,
    signInLimit: async () => {
      const person = await given.person('Client', [site.id])
      const limit = { user_id: person.id, short_address: 'c…@test.example', sources: ['192.0.2.1'] }
      const reached = { failures: 100, next_try_at: new Date(Date.now() + 60_000) }
      const address_hash = Buffer.from(person.email)
      const { id } = await given.db
        .insertInto('sign_in_limits')
        .values({ ...limit, ...reached, address_hash })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    auditEntry: async () =>
      (await given.db.selectFrom('audit_entries').select('id').limit(1).executeTakeFirstOrThrow()).id,
    personWithSecondFactor: async () => (await factors.withAuthenticator()).person.id,
    emptyCustomer,
    emptySite: async () => {
      const id = newId<SiteId>()
      await given.db
        .insertInto('sites')
        .values({ id, customer_id: await emptyCustomer(), name: id })
        .execute()
      return id
    },
    invitedPerson: async () => {
      const { id } = await given.person('Client', [site.id])
      await given.db.updateTable('users').set(invitation).where('id', '=', id).execute()
      return id
    },
  }

  const signInOf = (person: Visitor) =>
    given.stranger.post('/auth/login', { username: person.email, password: exampleTexts.password })
  // e-mail and code, or e-mail and session, of one example are the same person's
  let person = await given.person('Client', [site.id])
  let recoveryCodes: string[] = []
  const someone = async () => {
    person = await given.person('Client', [site.id])
    return person.email
  }
  const texts: Record<keyof typeof exampleTexts, Maker> = {
    email: someone,
    password: async () => exampleTexts.password,
    newPassword: async () => exampleTexts.newPassword,
    invitedEmail: someone,
    newEmail: async () => `${uuidv7()}@feeders.example`,
    session: async () => {
      await given.db.updateTable('users').set(invitation).where('id', '=', person.id).execute()
      return String((await signInOf(person)).body.session)
    },
    refresh: async () => String((await signInOf(vet)).body.refresh),
    resetCode: async () => {
      await given.stranger.post('/auth/reset-password', { username: person.email })
      return /code is ([A-Z0-9]{8})/.exec(await letterTo(given.dataDir, person.email, 'verification code'))?.[1] ?? ''
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
    picture: async () => exampleTexts.picture,
  }
  const makers = [
    // cast: the table has a line for each example
    ...Object.entries(things).map(([name, make]) => ({ placeholder: exampleIds[name as ExampleThing], make })),
    // cast: the table has a line for each example
    ...Object.entries(texts).map(([name, make]) => ({ placeholder: exampleTexts[name as keyof typeof texts], make })),
  ]

  /** The example with real things in it. */
  const real = async <T>(example: T, path: string): Promise<T> => {
    let text = JSON.stringify(example)
    for (const { placeholder, make } of makers)
      if (text.includes(placeholder)) text = text.replaceAll(placeholder, await make(path))
    return JSON.parse(text) as T
  }
  return { admin, real }
}

/** The picture an upload sends. */
export const picture = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
