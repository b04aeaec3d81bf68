import { test } from 'vitest'
import { expectNoFailure } from './testing/fuzz.ts'
import { givenForAll } from './testing/given.ts'

const given = await givenForAll()

test('no caller can make the server fail, whatever is sent to any operation', { timeout: 120_000 }, async () => {
  await expectNoFailure(given, 500)
})
