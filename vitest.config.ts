import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/domain', 'apps/server', 'apps/web', 'scripts'],
    allowOnly: false,
    passWithNoTests: false,
    // tests wait for the database and for programs they started: two at once even where there are two cores
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
