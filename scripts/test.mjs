import { installBrowser } from './lib/browser.mjs'
import { install } from './lib/install.mjs'
import { bin, run } from './lib/run.mjs'

install()
if (process.argv.includes('--long')) {
  run(bin('vitest'), ['run', '--root', 'apps/server', '--config', 'vitest.long.config.ts'])
  process.exit()
}
installBrowser()
const node = bin('node')
run(node, ['scripts/check.mjs'])
run(bin('vitest'), ['run'])
run(node, ['scripts/e2e.mjs'])
run(node, ['scripts/lighthouse.mjs', '--once'])
