import { Mutex, Semaphore } from 'async-mutex'

/**
 * Shares what there is little of: each account uses it one at a time, so that those of others are next however much one
 * account asks for.
 * @param size  how much of it there is
 * @returns waits for a share of it and gives what ends its use
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
