import { Mutex, Semaphore } from 'async-mutex'

/**
 * Semaphore that each account uses one at a time, so that many requests of one account do not delay others.
 * @param size  total capacity
 * @returns acquires a share and resolves to its release function
 */
export function fairSemaphore(size: number): (account?: string, weight?: number) => Promise<() => void> {
  const shared = new Semaphore(size)
  const accounts = new Map<string, Mutex>()
  const lockAccount = async (account: string) => {
    const mutex = accounts.get(account) ?? new Mutex()
    accounts.set(account, mutex)
    const release = await mutex.acquire()
    return () => {
      release()
      if (!mutex.isLocked()) accounts.delete(account)
    }
  }
  return async (account, weight = 1) => {
    const releaseAccount = account === undefined ? undefined : await lockAccount(account)
    const [, releaseShared] = await shared.acquire(weight)
    return () => {
      releaseShared()
      releaseAccount?.()
    }
  }
}
