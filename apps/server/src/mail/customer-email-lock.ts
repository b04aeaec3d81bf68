import type { Transaction } from 'kysely'
import { acquireAdvisoryLock, acquireSharedAdvisoryLock } from '../database/advisory-lock.ts'
import type { Tables } from '../database/tables.ts'

const lockName = 'e-mails about customers'

/** Call it before reading what an e-mail tells of customers: none is erased until the e-mail is queued. */
export const lockCustomersForEmail = (tx: Transaction<Tables>) => acquireSharedAdvisoryLock(tx, lockName)

/** Waits until the e-mails that are being written are queued. Further ones wait for the end of this transaction. */
export const lockCustomerEmails = (tx: Transaction<Tables>) => acquireAdvisoryLock(tx, lockName)
