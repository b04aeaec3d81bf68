import { defineConfig } from '@playwright/test'
import { launchOptions } from './helpers/browser-launch-options.ts'

const port = Number(process.env['E2E_PORT'] ?? 3900)

/** Tests in Chromium, with a server that has its own database. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../artefacts/test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 390, height: 844 },
    actionTimeout: 30_000,
    // animations only take time here; tests of motion turn them on
    contextOptions: { reducedMotion: 'reduce' },
    // With service workers, each context would store the whole app. Tests that need one allow it.
    serviceWorkers: 'block',
    launchOptions,
  },
  webServer: {
    command: 'node serve.ts',
    env: { PORT: String(port) },
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
