import { installBrowser } from './lib/browser.mjs'
import { install } from './lib/install.mjs'
import { bin, run } from './lib/run.mjs'

install()
installBrowser()
const node = bin('node')
run(node, ['scripts/check.mjs'])
run(bin('vitest'), ['run'])
run(node, ['scripts/e2e.mjs'])
run(node, ['scripts/lighthouse.mjs', '--once'])
