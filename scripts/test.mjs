import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { installBrowser, installHeadlessBrowser, installOtherBrowsers } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { bin, root, run, runInBackground } from './lib/processes.mjs'

/** Lines at the end of the output of the journeys, which list those that failed. They are printed again at the end. */
const linesOfFailedJourneys = 80

/** @type {string[]} */
const took = []
/**
 * Runs a part of the tests and records how long it took.
 * @template Result
 * @param {string} part
 * @param {() => Result} work
 * @returns {Promise<Awaited<Result>>}
 */
async function timed(part, work) {
  const start = performance.now()
  const result = await work()
  const seconds = Math.round((performance.now() - start) / 1000)
  took.push(`${part} ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
  return result
}

/** Test files of the server with tests tagged `long`. They run whole, because a test may build on those before it. */
function filesWithLongTests() {
  const src = path.join(root, 'apps/server/src')
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts'))
    .filter((file) => readFileSync(path.join(src, file), 'utf8').includes("tags: 'long'"))
    .map((file) => path.join('src', file))
}

process.on('exit', () => took.length > 0 && console.log(`Minutes taken: ${took.join(', ')}.`))

install()
if (process.argv.includes('--long')) {
  run(bin('vitest'), ['run', '--root', 'apps/server', ...filesWithLongTests()])
  run(bin('vitest'), ['run', '--root', 'apps/server', '--config', 'vitest.long.config.ts'])
  run(bin('node'), ['scripts/e2e.mjs', '--long'])
  process.exit()
}
installBrowser()
installHeadlessBrowser()
installOtherBrowsers()
const node = bin('node')
await timed('check', () => run(node, ['scripts/check.mjs']))
await timed('build', () => build())
// Both have pauses, in which the other one runs.
const [tests, journeys] = await timed('tests and journeys together', () =>
  Promise.all([
    timed('tests', () => runInBackground(bin('vitest'), ['run', '--tags-filter', '!long'], true)),
    timed('journeys', () => runInBackground(node, ['scripts/e2e.mjs'])),
  ]),
)
// last, because a CI may keep only the end of a long log
process.stdout.write(tests.output)
if (!journeys.passed) console.log(journeys.output.toString().split('\n').slice(-linesOfFailedJourneys).join('\n'))
if (!tests.passed || !journeys.passed) {
  console.error(`${tests.passed ? '' : 'Tests failed. '}${journeys.passed ? '' : 'Journeys failed.'}`)
  process.exit(1)
}
await timed('lighthouse', () => run(node, ['scripts/lighthouse.mjs', '--without-performance']))
