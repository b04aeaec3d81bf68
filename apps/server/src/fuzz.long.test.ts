import { test } from 'vitest'
import { expectNoFailure } from './testing/fuzz.ts'
import { givenForAll } from './testing/given.ts'

const given = await givenForAll()

test('20,000 hostile requests to every operation make the server fail in none', { timeout: 1_800_000 }, async () => {
  await expectNoFailure(given, 20_000)
})
