import { v7 as uuidv7 } from 'uuid'
import { exampleTexts } from '../../http/openapi/example-values.ts'
import type { TestUser } from '../factory.ts'
import { waitForEmail } from '../outbox-email.ts'
import { invitation } from './example-people.ts'
import type { ExampleBuilder, ExampleSetup } from './example-setup.ts'

/** Texts of examples, like addresses, passwords and codes. */
export async function textBuilders({ factory, factors, admin, vet, client, site }: ExampleSetup) {
  const signInOf = (person: TestUser) =>
    factory.anonymous.post('/auth/login', { username: person.email, password: exampleTexts.password })
  // e-mail and code, or session, in an example must belong to the same user
  let person = await factory.user('Client', [site.id])
  let recoveryCodes: string[] = []
  const newPerson = async () => {
    person = await factory.user('Client', [site.id])
    return person.email
  }
  return {
    email: newPerson,
    password: async () => exampleTexts.password,
    newPassword: async () => exampleTexts.newPassword,
    invitedEmail: newPerson,
    newEmail: async () => `${uuidv7()}@feeders.example`,
    session: async () => {
      await factory.db.updateTable('users').set(invitation()).where('id', '=', person.id).execute()
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
  } satisfies Record<keyof typeof exampleTexts, ExampleBuilder>
}
