// Measures the main screens with Lighthouse on a simulated phone, and fails below the thresholds. With
// --without-performance, as in `npm test`, performance is not measured.
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { installBrowser } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { startDemoServer } from './lib/demo-server.mjs'
import { install } from './lib/install.mjs'

/**
 * Minimum scores.
 * @type {Record<string, number>}
 */
const minScores = { performance: 0.95, accessibility: 1, 'best-practices': 1 }
/** The screen of Lighthouse's phone, but higher than every page, so that the bottom bar covers no target in part. */
const screenEmulation = { mobile: true, disabled: false, width: 412, height: 3000, deviceScaleFactor: 1 }
const withoutPerformance = process.argv.includes('--without-performance')
/**
 * What is measured in turn. Performance varies, so the median of several runs counts.
 * @type {import('lighthouse').Flags[]}
 */
const runs = [
  { onlyCategories: ['accessibility', 'best-practices'], screenEmulation },
  ...(withoutPerformance ? [] : Array.from({ length: 3 }, () => ({ onlyCategories: ['performance'] }))),
]

/** Signs in as the demo veterinarian. @returns the session, and a ticket of the inbox */
async function signIn(/** @type {string} */ address) {
  /** @returns {Promise<any>} */
  const call = async (/** @type {string} */ path, /** @type {object} */ options) =>
    (await fetch(`${address}/api/v1${path}`, options)).json()
  const { uuid, token, refresh, roles } = await call('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'vet@demo.example', password: 'Chisholm#1867' }),
  })
  const inbox = '/post-mortems?filter[veterinary_records.completed_at:isnull]=false&per_page=1'
  const { data } = await call(inbox, { headers: { authorization: `Bearer ${token}` } })
  return { session: JSON.stringify({ uuid, token, refresh, roles }), postMortemId: data[0].id }
}

/** Runs Lighthouse in a new page. A recording that fails is repeated. */
async function record(
  /** @type {import('puppeteer-core').Browser} */ browser,
  /** @type {string} */ address,
  /** @type {import('lighthouse').Flags} */ flags,
  attempts = 3,
) {
  const page = await browser.newPage()
  const result = await lighthouse(
    address,
    { ...flags, disableStorageReset: true, disableFullPageScreenshot: true },
    undefined,
    page,
  )
  await page.close()
  if (!result) throw new Error(`${address} was not measured`)
  const { lhr } = result
  if (!lhr.runtimeError) return lhr
  if (attempts === 1) throw new Error(`${address}: ${lhr.runtimeError.message}`)
  return record(browser, address, flags, attempts - 1)
}

/** @returns the scores of one run, and the audits that failed */
async function measure(
  /** @type {import('puppeteer-core').Browser} */ browser,
  /** @type {string} */ address,
  /** @type {import('lighthouse').Flags} */ flags,
) {
  const lhr = await record(browser, address, flags)
  const scores = Object.fromEntries(Object.entries(lhr.categories).map(([name, { score }]) => [name, score ?? 0]))
  const amiss = Object.entries(lhr.categories).flatMap(([name, { auditRefs }]) =>
    auditRefs
      .map((/** @type {any} */ { id, weight }) => ({ id, weight, audit: lhr.audits[id] }))
      .filter((/** @type {any} */ { weight, audit }) => weight > 0 && (audit?.score ?? 1) < 0.9)
      .map((/** @type {any} */ { id, audit }) =>
        [
          `${name}: ${id} ${audit.displayValue ?? ''}`.trim(),
          ...(audit.details?.items ?? []).flatMap((/** @type {any} */ { node }) => node?.snippet ?? []),
        ].join('\n    '),
      ),
  )
  return { scores, amiss }
}

const median = (/** @type {number[]} */ numbers) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** @returns a table row and the problems of the screen */
async function assess(
  /** @type {import('puppeteer-core').Browser} */ browser,
  /** @type {string} */ name,
  /** @type {string} */ address,
) {
  /** @type {Awaited<ReturnType<typeof measure>>[]} */
  const measured = []
  for (const flags of runs) measured.push(await measure(browser, address, flags))
  /** @type {[string, number][]} */
  const scores = Object.keys(minScores).flatMap((category) => {
    const all = measured.flatMap(({ scores }) => scores[category] ?? [])
    return all.length > 0 ? [[category, median(all)]] : []
  })
  const low = scores.filter(([category, score]) => score < (minScores[category] ?? 0))
  return {
    row: { screen: name, ...Object.fromEntries(scores) },
    low,
    amiss: new Set(measured.flatMap(({ amiss }) => amiss)),
  }
}

install()
build()
const server = await startDemoServer()
const browser = await puppeteer.launch({
  executablePath: installBrowser(),
  // Chromium's sandbox does not work as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
let failed = false
try {
  const { session, postMortemId } = await signIn(server.address)
  const verdicts = [await assess(browser, 'login', `${server.address}/u/login`)]
  const page = await browser.newPage()
  // Any page of the origin gives access to localStorage.
  await page.goto(`${server.address}/favicon.svg`)
  await page.evaluate((text) => localStorage.setItem('chisholm.session', text), session)
  for (const [name, path] of Object.entries({
    inbox: '/a/location/all/inbox',
    ticket: `/a/vet/ticketdetail/${postMortemId}`,
    search: '/a/search',
  }))
    verdicts.push(await assess(browser, name, server.address + path))
  console.table(verdicts.map(({ row }) => row))
  for (const { row, low, amiss } of verdicts) {
    if (low.length === 0) continue
    failed = true
    for (const [category, score] of low)
      console.error(`${row.screen}: ${category} ${score} is below ${minScores[category]}.`)
    console.error([...amiss].map((line) => `  ${line}`).join('\n'))
  }
} finally {
  await browser.close()
  await server.stop()
}
if (failed) process.exitCode = 1
