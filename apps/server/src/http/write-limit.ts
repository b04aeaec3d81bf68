import pLimit, { type LimitFunction } from 'p-limit'
import { tooMany } from './app-error.ts'

/** Fewer than the connections of the pool, so that requests that only read find one while writes wait for each other. */
const atOnce = 16
/** So few that one account leaves most of them, and the processor, to others; enough for several devices. */
const atOncePerAccount = 4
/** Running and waiting writes: far more than a device sends at once, and few enough to keep their bodies in memory. */
const maxPerAccount = 100
/** Seconds after which a client should try again. */
const retryAfter = 5

const shared = pLimit(atOnce)
const accounts = new Map<string, { limit: LimitFunction; requests: number }>()

/**
 * Runs a write of an account in its turn. The writes of one account wait for each other beyond a few, so that it cannot
 * take all database connections of this process.
 * @param write  the transaction; must not call this function
 * @throws tooMany  too many writes of the account wait already
 */
export async function inTurn<Result>(accountId: string, write: () => Promise<Result>): Promise<Result> {
  const account = accounts.get(accountId) ?? { limit: pLimit(atOncePerAccount), requests: 0 }
  if (account.requests >= maxPerAccount) throw tooMany(retryAfter)
  accounts.set(accountId, account)
  account.requests += 1
  try {
    return await account.limit(() => shared(write))
  } finally {
    account.requests -= 1
    if (account.requests === 0) accounts.delete(accountId)
  }
}
