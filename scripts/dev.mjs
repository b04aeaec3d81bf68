import { install } from './lib/install.mjs'
import { bin, root, runTogether } from './lib/processes.mjs'

install()
runTogether([
  [bin('node'), ['--watch', 'apps/server/src/main.ts']],
  // vite.config.ts forwards /api to the server.
  [bin('vite'), [], { cwd: `${root}/apps/web` }],
])
