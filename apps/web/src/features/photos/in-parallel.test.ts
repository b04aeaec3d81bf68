import { expect, test, vi } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('three run at a time, each once and in order', async () => {
  const started: number[] = []
  const running = { now: 0, most: 0 }
  const all = await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (thing) => {
    started.push(thing)
    running.most = Math.max(running.most, ++running.now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running.now--
    return true
  })
  expect([all, started, running.most]).toEqual([true, [1, 2, 3, 4, 5, 6, 7], 3])
})

test('an item can wait for all previous ones, however long they take, including those that fail', async () => {
  const ended: number[] = []
  const work = async (thing: number, allBefore: Promise<unknown>) => {
    await new Promise((resolve) => setTimeout(resolve, 8 - thing))
    await allBefore
    ended.push(thing)
    if (thing === 3) throw new Error('lost')
    return true
  }
  await expect(inParallel([1, 2, 3, 4], 3, work)).rejects.toThrow('lost')
  await vi.waitFor(() => expect(ended).toEqual([1, 2, 3, 4]))
})

test('no item starts after one has returned false', async () => {
  const started: number[] = []
  const all = await inParallel([1, 2, 3, 4, 5], 2, async (thing) => {
    started.push(thing)
    await new Promise((resolve) => setTimeout(resolve, thing))
    return thing !== 1
  })
  expect([all, started]).toEqual([false, [1, 2]])
})
