import { test } from 'vitest'
import { expectNoFailure } from './testing/fuzz-operations.ts'
import { createSharedFactory } from './testing/factory.ts'

const factory = await createSharedFactory()

test('20,000 hostile requests to all operations cause no server error', { timeout: 1_800_000 }, async () => {
  await expectNoFailure(factory, 20_000)
})
