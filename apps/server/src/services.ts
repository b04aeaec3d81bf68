import type { PracticeSettings, Provider } from '@chisholm/domain/schemas/provider'
import type { Kysely } from 'kysely'
import type { Executor } from './database/executor.ts'
import type { SiteFigures } from './database/site-figures.ts'
import type { Tables } from './database/tables.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage/storage.ts'

/** Practice details for use cases; unset fields are empty. */
export interface ProviderDetails extends Provider, PracticeSettings {
  /** Storage key of its logo. */
  logoKey: string | null
  /** Named by an Admin, PROVIDER_NAME or the demo. */
  isConfirmed: boolean
}

/** Application services, created once at start. */
export interface Services {
  db: Kysely<Tables>
  settings: Settings
  storage: Storage
  jobs: JobQueue
  /** Identifies this server to others on the same database. */
  serverNumber: number
  /**
   * Reads the practice, now or at a past time, on the given connection.
   * @param version  the current version, if the request has just read it; null: none was saved yet
   */
  provider: (db: Executor, at?: Date, version?: number | null) => Promise<ProviderDetails>
  /**
   * Runs a write of an account in its turn; it must not start another one (`http/write-limit.ts`).
   * @throws AppError  too many writes of the account wait already
   */
  limitWrites: <Result>(accountId: string, write: () => Promise<Result>) => Promise<Result>
  /** Records a failed sign-in of an unknown address in the audit log, with the address shortened. */
  recordUnknownSignIn: (origin: { requestId: string; source: string }, address: string) => void
  /** Figures of sites that this server has computed before. */
  siteFigures: SiteFigures
  /** Signs tokens and file URLs. */
  secretKey: string
  /** Previous signing keys, still accepted. */
  previousSecretKeys: string[]
}
