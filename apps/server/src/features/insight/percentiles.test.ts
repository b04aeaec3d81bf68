import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { percentiles } from './percentiles.ts'

const { db } = await createSharedFactory()

test("medians and ninth deciles are those of PostgreSQL's percentile_cont, for any number of values", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.double({ min: -500, max: 500, noNaN: true }), { maxLength: 1500 }), async (hours) => {
      const { rows } = await sql<{ found: (number | null)[] | null }>`
        select percentile_cont(array[0.5, 0.9]) within group (order by hours) as found
        from unnest(${hours}::float8[]) as u (hours)`.execute(db)
      const [median, decile] = rows[0]?.found ?? [null, null]
      // the array is longer than what counts
      const values = Float64Array.from([...hours, 0, 0])
      const found = percentiles({ values, length: hours.length }, 0.5, 0.9)
      expect(found.map((one) => one?.toFixed(9))).toEqual([median, decile].map((one) => one?.toFixed(9)))
    }),
    { numRuns: 50, examples: [[[]], [[3]], [[4, 2]]] },
  )
})
