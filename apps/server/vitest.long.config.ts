import { defineConfig } from 'vitest/config'

/** Tests that take minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    name: 'server, long',
    include: ['src/**/*.long.test.ts', '../../scripts/*.long.test.mjs'],
    globalSetup: ['src/testing/global-setup.ts'],
    pool: 'forks',
    // what is measured must not depend on this machine's memory
    env: { MEMORY: 'small' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
