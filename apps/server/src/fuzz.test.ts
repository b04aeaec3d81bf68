import { test } from 'vitest'
import { expectNoFailure } from './testing/fuzz-operations.ts'
import { createSharedFactory } from './testing/factory.ts'

const factory = await createSharedFactory()

test('no caller can make the server fail, whatever is sent to any operation', { timeout: 120_000 }, async () => {
  await expectNoFailure(factory, 500)
})
