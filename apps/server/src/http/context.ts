import type { Role } from '@chisholm/domain/permissions'
import type { UserId } from '../database/ids.ts'
import type { InTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'
import type { AuthorizedSites } from './authorized-sites.ts'

/** The signed-in user. */
export interface SignedInUser {
  id: UserId
  email: string
  roles: Role[]
  signInId: string
  sites: AuthorizedSites
  firstName: string | null
  lastName: string | null
}

/** First argument of every use case: services, user and request origin. */
export interface Context extends Services {
  person: SignedInUser
  requestId: string
  source: string
}

/** Context of a use case that writes: `db` is the request's transaction. */
export type WriteContext = InTransaction<Context>
