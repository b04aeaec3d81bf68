import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { serverEnvironment } from '../../scripts/lib/processes.mjs'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    exclude: ['src/**/*.long.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    pool: 'forks',
    // tests wait for the database and for programs they started: two at once even where there are two cores
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // a file leaves nothing behind in the process: the server is loaded once for all of them
    isolate: false,
    unstubEnvs: true,
    env: {
      // threads, too, find our TypeScript stripped already, as those of the server do
      NODE_COMPILE_CACHE: serverEnvironment.NODE_COMPILE_CACHE,
      // servers and commands start a quarter faster; the long tests measure their memory
      MEMORY: 'fast',
    },
    tags: [{ name: 'long', description: 'Runs with `npm run test:long`, not with `npm test`.', timeout: 180_000 }],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
