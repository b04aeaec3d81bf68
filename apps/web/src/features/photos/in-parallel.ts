/**
 * Runs `work` for each, `count` at a time, until all are done or one returns false.
 * @param work  its second argument resolves after all previous items have ended
 * @returns whether none returned false
 */
export async function inParallel<Thing>(
  things: Thing[],
  count: number,
  work: (thing: Thing, allBefore: Promise<unknown>) => Promise<boolean>,
): Promise<boolean> {
  const queue = things.values()
  let goesOn = true
  let allBefore: Promise<unknown> = Promise.resolve()
  const worker = async () => {
    for (const thing of queue) {
      if (!goesOn) return
      const result = work(thing, allBefore)
      allBefore = Promise.allSettled([allBefore, result])
      if (!(await result)) goesOn = false
    }
  }
  await Promise.all(Array.from({ length: count }, worker))
  return goesOn
}
