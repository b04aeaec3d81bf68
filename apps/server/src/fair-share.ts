import { Mutex, Semaphore } from 'async-mutex'

/**
 * Shares what there is little of: each account uses it one at a time, so that those of others are next however much one
 * account asks for.
 * @param size  how much of it there is
 * @returns waits for a share of it and gives what ends its use
 */
export function fairShare(size: number): (account?: string, weight?: number) => Promise<() => void> {
  const shared = new Semaphore(size)
  const accounts = new Map<string, Mutex>()
  const takeOwn = async (account: string) => {
    const own = accounts.get(account) ?? new Mutex()
    accounts.set(account, own)
    const release = await own.acquire()
    return () => {
      release()
      if (!own.isLocked()) accounts.delete(account)
    }
  }
  return async (account, weight = 1) => {
    const releaseOwn = account === undefined ? undefined : await takeOwn(account)
    const [, releaseShared] = await shared.acquire(weight)
    return () => {
      releaseShared()
      releaseOwn?.()
    }
  }
}
