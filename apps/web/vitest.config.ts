import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'web',
    include: ['*.test.ts', 'src/**/*.test.ts'],
    // some tests start the linter, which takes seconds on a busy machine
    testTimeout: 30_000,
  },
})
