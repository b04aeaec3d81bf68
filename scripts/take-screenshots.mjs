// Takes screenshots of every screen on phone and desktop, in artefacts/screens. With --readme, also updates
// docs/screenshots.
import path from 'node:path'
import { installHeadlessBrowser } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { bin, environment, root, run } from './lib/processes.mjs'

const cwd = path.join(root, 'e2e')
const args = process.argv.slice(2)

install()
build()
run(bin('playwright'), ['test', '--config', 'screenshots.config.ts', ...args.filter((word) => word !== '--readme')], {
  cwd,
  env: environment({ CHROMIUM_PATH: installHeadlessBrowser() }),
})
if (args.includes('--readme')) run(bin('node'), ['join-readme-screenshots.ts'], { cwd, env: environment() })
