import { test } from 'vitest'
import { expectNoFailure } from './testing/fuzz-operations.ts'
import { createSharedFactory } from './testing/factory.ts'

const factory = await createSharedFactory()

test('no request to any operation causes a server error', async () => {
  await expectNoFailure(factory, 500)
})
