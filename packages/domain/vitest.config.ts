import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'domain',
    include: ['src/**/*.test.ts'],
    // some tests convert every half hour of a year, which takes seconds on a busy machine
    testTimeout: 30_000,
  },
})
