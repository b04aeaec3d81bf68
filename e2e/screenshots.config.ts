import config from './playwright.config.ts'

/** Takes screenshots of every screen. This is not part of a test run. */
export default { ...config, testMatch: 'screenshots.ts', timeout: 600_000 }
