// Runs the end-to-end tests in Chromium, without those tagged @long, then the main ones in WebKitGTK and Firefox.
// Arguments select tests, in Chromium only. --other-browsers skips Chromium, and --long runs the tests tagged @long and
// the journeys that take minutes instead.
import path from 'node:path'
import { installBrowser, installHeadlessBrowser, installOtherBrowsers } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { bin, environment, root, run } from './lib/processes.mjs'

const args = process.argv.slice(2)
const onlyOthers = args.includes('--other-browsers')
const isLong = args.includes('--long')
const chosen = args.filter((word) => word !== '--other-browsers' && word !== '--long')
/** The runs in Chromium, by their arguments. */
const runs = isLong
  ? [
      ['--grep', '@long', '--pass-with-no-tests'],
      ['--config', 'long.config.ts', '--pass-with-no-tests'],
    ]
  : [chosen.length > 0 ? [] : ['--grep-invert', '@long']]
const cwd = path.join(root, 'e2e')

install()
build()
if (!onlyOthers)
  for (const words of runs)
    run(bin('playwright'), ['test', ...words, ...chosen], {
      cwd,
      env: environment({
        CHROMIUM_PATH: installHeadlessBrowser(),
        ...(isLong && { FULL_CHROMIUM_PATH: installBrowser() }),
      }),
    })
if (onlyOthers || args.length === 0) {
  const others = installOtherBrowsers()
  if (Object.keys(others).length > 0)
    run(bin('playwright'), ['test', '--config', 'other-browsers.config.ts', ...chosen], {
      cwd,
      env: environment(others),
    })
}
