/**
 * Runs tasks one after another. One that fails does not keep the others from running.
 * @throws the first failure, once all have run, so that the job is retried
 */
export async function runEach(tasks: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
