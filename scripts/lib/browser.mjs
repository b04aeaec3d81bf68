import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bin, environment, root, run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns the path of a browser of the machine, undefined when there is none */
function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file))
}

/** Sees to it that the end-to-end tests have a browser. @returns its path */
export function installBrowser() {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium …')
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    if (apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium') && findChromium())
      return findChromium()
  }
  const e2e = path.join(root, 'e2e')
  run(bin('playwright'), ['install', 'chromium'], { cwd: e2e })
  const asked = "console.log(require('@playwright/test').chromium.executablePath())"
  return spawnSync(bin('node'), ['-e', asked], { cwd: e2e, encoding: 'utf8', env: environment() }).stdout.trim()
}
