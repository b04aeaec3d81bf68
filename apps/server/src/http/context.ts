import type { Role } from '@chisholm/domain/permissions'
import type { Provider } from '@chisholm/domain/schemas'
import type { Kysely, Transaction } from 'kysely'
import type { UserId } from '../database/ids.ts'
import type { Tables } from '../database/tables.ts'
import type { InTransaction } from '../database/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Settings } from '../settings.ts'
import type { Storage } from '../storage/storage.ts'
import type { AuthorizedSites } from './authorized-sites.ts'

/** The practice as use cases read it: what nobody said is an empty text. */
export interface ProviderDetails extends Provider {
  /** Key of its logo in the storage. */
  logoKey: string | null
  /** Somebody named it: an Admin, PROVIDER_NAME or the demo. */
  isConfirmed: boolean
}

/** The services of the services a use case may need; made once at start. */
export interface Services {
  db: Kysely<Tables>
  settings: Settings
  storage: Storage
  jobs: JobQueue
  /** What the other servers of the database know this one by while it lives. */
  serverNumber: number
  /** The practice as it is now, or as it was at a moment; read by the connection that is handed over. */
  provider: (db: Executor, at?: Date) => Promise<ProviderDetails>
  /** Has a failed sign-in of an address that is nobody's written into the audit trail; the address is told in short. */
  recordUnknownSignIn: (origin: { requestId: string; source: string }, address: string) => void
  /** Secret the tokens and signed addresses are made with. */
  secretKey: string
  /** Secrets of before, still believed. */
  previousSecretKeys: string[]
}

/** The person who is asking. */
export interface SignedInUser {
  id: UserId
  email: string
  roles: Role[]
  signInId: string
  sites: AuthorizedSites
  firstName: string | null
  lastName: string | null
}

/** What every use case takes first: who asks, from where, and the services it works with. */
export interface Context extends Services {
  person: SignedInUser
  requestId: string
  source: string
}

export type Executor = Kysely<Tables> | Transaction<Tables>

/** What a use case that changes something takes: its `db` is the request's transaction. */
export type WriteContext = InTransaction<Context>
