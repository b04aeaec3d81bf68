import path from 'node:path'
import { installBrowser } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { bin, environment, root, run } from './lib/run.mjs'

install()
build()
run(bin('playwright'), ['test', ...process.argv.slice(2)], {
  cwd: path.join(root, 'e2e'),
  env: environment({ CHROMIUM_PATH: installBrowser() }),
})
