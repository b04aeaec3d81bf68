import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { bin, environment, root, run } from './processes.mjs'

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns the path of the first of these commands that is installed, or undefined */
function findCommand(/** @type {string[]} */ ...names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file))
}

const findChromium = () => process.env.CHROMIUM_PATH || findCommand(...chromiumNames)

/** Installs packages, if this is Debian and runs as root. @returns whether that succeeded */
function installPackages(/** @type {string[]} */ ...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  console.log(`Installing ${packages.join(', ')} …`)
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages)
}

/** Installs Chromium if it is missing. @returns its path */
export function installBrowser() {
  const found = findChromium() ?? (installPackages('chromium') ? findChromium() : undefined)
  if (found) return found
  const e2e = path.join(root, 'e2e')
  run(bin('playwright'), ['install', 'chromium'], { cwd: e2e })
  const script = "console.log(require('@playwright/test').chromium.executablePath())"
  return spawnSync(bin('node'), ['-e', script], { cwd: e2e, encoding: 'utf8', env: environment() }).stdout.trim()
}

/**
 * Installs headless Chromium if it is missing. It has the same engine and needs half the work per page. @returns its
 * path, or that of full Chromium
 */
export function installHeadlessBrowser() {
  const name = 'chromium-headless-shell'
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return findCommand(name) ?? (installPackages(name) ? findCommand(name) : undefined) ?? installBrowser()
}

/** @returns the path of WebKitGTK's MiniBrowser, which is installed in /usr/lib/{architecture}/webkit2gtk-4.1 */
function findMiniBrowser() {
  if (process.env.WEBKITGTK_PATH) return process.env.WEBKITGTK_PATH
  if (!findCommand('WebKitWebDriver') || !findCommand('Xvfb')) return undefined
  const libraries = '/usr/lib'
  if (!existsSync(libraries)) return undefined
  const architectures = readdirSync(libraries).filter((name) => name.includes('-linux-'))
  return architectures
    .map((name) => path.join(libraries, name))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((folder) => /^webkit2?gtk-[\d.]+$/.test(path.basename(folder)))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find((file) => existsSync(file))
}

const findFirefox = () => process.env.FIREFOX_PATH || findCommand('firefox-esr', 'firefox')

/**
 * Installs WebKitGTK and Firefox where possible.
 * @returns their paths as environment variables; missing ones are reported
 */
export function installOtherBrowsers() {
  const others = [
    { name: 'WebKitGTK', variable: 'WEBKITGTK_PATH', find: findMiniBrowser, packages: ['webkit2gtk-driver', 'xvfb'] },
    { name: 'Firefox', variable: 'FIREFOX_PATH', find: findFirefox, packages: ['firefox-esr'] },
  ]
  const missing = others.filter(({ find }) => !find()).flatMap(({ packages }) => packages)
  if (missing.length > 0) installPackages(...missing)
  const found = others.map((other) => ({ ...other, file: other.find() }))
  for (const { name, file, packages } of found)
    if (!file)
      console.log(`No tests in ${name}: it needs the Debian packages ${packages.join(', ')}, installed as root.`)
  return Object.fromEntries(found.flatMap(({ variable, file }) => (file ? [[variable, file]] : [])))
}
