import { installBrowser, installHeadlessBrowser, installOtherBrowsers } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { bin, run, runAside } from './lib/run.mjs'

install()
if (process.argv.includes('--long')) {
  run(bin('vitest'), ['run', '--root', 'apps/server', '--config', 'vitest.long.config.ts'])
  process.exit()
}
installBrowser()
installHeadlessBrowser()
installOtherBrowsers()
const node = bin('node')
run(node, ['scripts/check.mjs'])
build()
// each waits for the other side of its conversations most of the time: together they take little longer than one
const passed = await Promise.all([runAside(bin('vitest'), ['run'], true), runAside(node, ['scripts/e2e.mjs'])])
if (passed.includes(false)) process.exit(1)
run(node, ['scripts/lighthouse.mjs', '--once'])
