import { hash } from '@node-rs/argon2'
import type { Role } from '@chisholm/domain/permissions'
import type { Database } from '../database/database.ts'
import { type CustomerId, newId, type SiteId, type UserId } from '../database/ids.ts'
import type { createTestClient, TestUser } from './test-client.ts'

const testPassword = 'Cattle#2026'
/** The cheapest parameters: a sign-in verifies with those of the hash, and nearly every test signs in. */
const passwordHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Builders of sites and signed-in users. */
export function createAccountBuilders(db: Database['db'], { inject, testUser }: ReturnType<typeof createTestClient>) {
  const customer = async () => {
    const id = newId<CustomerId>()
    await db
      .insertInto('customers')
      .values({ id, name: `Customer ${id.slice(-6)}` })
      .execute()
    return id
  }

  /** Creates a site. @param ofCustomer  default: a new customer */
  const site = async (ofCustomer?: CustomerId) => {
    const customerId = ofCustomer ?? (await customer())
    const id = newId<SiteId>()
    await db
      .insertInto('sites')
      .values({ id, customer_id: customerId, name: `Site ${id.slice(-6)}` })
      .execute()
    return { id, customerId }
  }

  /** Creates and signs in a user with this role; clients are linked to these sites. */
  const user = async (role: Role, siteIds: SiteId[] = []): Promise<TestUser> => {
    const id = newId<UserId>()
    const email = `${role.toLowerCase()}-${id.slice(-8)}@test.example`
    await db
      .insertInto('users')
      .values({
        id,
        email,
        roles: [role],
        first_name: role,
        last_name: id.slice(-4),
        password_hash: await passwordHash,
      })
      .execute()
    if (siteIds.length > 0)
      await db
        .insertInto('user_sites')
        .values(siteIds.map((site_id, position) => ({ user_id: id, site_id, position })))
        .execute()
    return signIn(id, email)
  }

  const signIn = async (id: UserId, email: string): Promise<TestUser> => {
    const payload = { username: email, password: testPassword }
    const answer = await inject({ method: 'POST', url: '/api/v1/auth/login', payload })
    return testUser(id, email, String(answer.body.token))
  }

  /** Signs a user in whose session has ended. */
  const signInAgain = ({ id, email }: TestUser) => signIn(id, email)

  /** Creates a client with a site. @param ofCustomer  default: a new customer */
  const client = async (ofCustomer?: CustomerId) => {
    const at = await site(ofCustomer)
    return { site: at, client: await user('Client', [at.id]) }
  }

  return { site, user, signInAgain, client }
}
