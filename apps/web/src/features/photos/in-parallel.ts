/**
 * Runs `work` for each, `count` at a time, until all are done or one returns false.
 * @param work  its second argument resolves after all previous items have ended, to whether all returned true
 * @returns whether none returned false
 */
export async function inParallel<Thing>(
  things: Thing[],
  count: number,
  work: (thing: Thing, allBefore: Promise<boolean>) => Promise<boolean>,
): Promise<boolean> {
  const queue = things.values()
  let goesOn = true
  let allBefore = Promise.resolve(true)
  const worker = async () => {
    for (const thing of queue) {
      if (!goesOn) return
      const result = work(thing, allBefore)
      const before = allBefore
      const succeeded = result.catch(() => false)
      allBefore = before.then(async (isTrue) => (await succeeded) && isTrue)
      if (!(await result)) goesOn = false
    }
  }
  await Promise.all(Array.from({ length: count }, worker))
  return goesOn
}
