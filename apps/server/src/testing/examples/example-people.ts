import { v7 as uuidv7 } from 'uuid'
import type { ExampleBuilder, ExampleSetup } from './example-setup.ts'
import type { ExampleName } from '../../http/openapi/example-values.ts'

/** The columns of a user who was invited. */
export const invitation = () =>
  ({ status: 'invited', temporary_password_until: new Date(Date.now() + 3_600_000) }) as const

/** People of examples, and their sign-ins. */
export function peopleBuilders({ factory, factors, admin, site }: ExampleSetup) {
  const signIn = async () => {
    const id = uuidv7()
    const token = { refresh_hash: Buffer.from(id), expires_at: new Date(Date.now() + 3_600_000) }
    await factory.db
      .insertInto('sign_ins')
      .values({ ...token, id, user_id: admin.id })
      .execute()
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

  return {
    // not the authors of the tickets: an example may end their session
    veterinarian: async () => (await factory.user('Veterinarian')).id,
    client: async () => (await factory.user('Client', [site.id])).id,
    colleague: async () => (await factory.user('Veterinarian')).id,
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
    personWithSecondFactor: async () => (await factors.withAuthenticator()).person.id,
    invitedPerson: async () => {
      const { id } = await factory.user('Client', [site.id])
      await factory.db.updateTable('users').set(invitation()).where('id', '=', id).execute()
      return id
    },
  } satisfies Partial<Record<ExampleName, ExampleBuilder>>
}
