import type { Role } from '@chisholm/domain/permissions'
import type { UserId } from '../database/ids.ts'
import type { InTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'
import type { AuthorizedSites } from './authorized-sites.ts'

export interface SignedInUser {
  id: UserId
  email: string
  roles: Role[]
  signInId: string
  sites: AuthorizedSites
  firstName: string | null
  lastName: string | null
  /** Version of the practice's details when the session was checked; null: none was saved yet. */
  practiceVersion: number | null
}

/** The first argument of every use case: services, user and origin of the request. */
export interface Context extends Services {
  person: SignedInUser
  requestId: string
  source: string
}

/** The context of a use case that writes. Its `db` is the transaction of the request. */
export type WriteContext = InTransaction<Context>
