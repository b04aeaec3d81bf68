import { defineConfig } from '@playwright/test'
import type { BrowserOptions } from './other-browsers/fixtures.ts'
import config from './playwright.config.ts'

const browsers = [
  { name: 'WebKitGTK', browserKind: 'webkitgtk' as const, browserPath: process.env['WEBKITGTK_PATH'] },
  { name: 'Firefox ESR', browserKind: 'firefox' as const, browserPath: process.env['FIREFOX_PATH'] },
]

/** Runs the main journey and every screen in WebKit and Firefox, if their paths are set. */
export default defineConfig<object, BrowserOptions>({
  ...config,
  testDir: './other-browsers',
  testMatch: '*.browsers.ts',
  outputDir: '../artefacts/other-browsers',
  timeout: 600_000,
  workers: 1,
  projects: browsers.flatMap(({ name, browserKind, browserPath }) =>
    browserPath ? [{ name, use: { browserKind, browserPath } }] : [],
  ),
})
