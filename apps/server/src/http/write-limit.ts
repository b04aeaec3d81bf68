import pLimit, { type LimitFunction } from 'p-limit'
import type { Services } from '../services.ts'
import { tooMany } from './app-error.ts'

/** Enough for several devices, and few enough to leave the processors to others. */
const maxRunningPerAccount = 4
/** Running and waiting writes: far more than a device sends at once, and few enough to keep their bodies in memory. */
const maxPerAccount = 250
/** Seconds after which a client should try again. */
const retryAfter = 5

/**
 * Limits how many writes run at once, so that reads always find a database connection, and how many of one account, so
 * that it delays others little.
 * @param connections  the size of the connection pool
 */
export function createWriteLimit(connections: number): Services['limitWrites'] {
  const all = pLimit(Math.ceil(connections * 0.8))
  const perAccount = Math.min(maxRunningPerAccount, Math.floor(connections / 2))
  const accounts = new Map<string, { limit: LimitFunction; requests: number }>()
  return async (accountId, write) => {
    const account = accounts.get(accountId) ?? { limit: pLimit(perAccount), requests: 0 }
    if (account.requests >= maxPerAccount) throw tooMany(retryAfter)
    accounts.set(accountId, account)
    account.requests += 1
    try {
      return await account.limit(() => all(write))
    } finally {
      account.requests -= 1
      if (account.requests === 0) accounts.delete(accountId)
    }
  }
}
