import config from './playwright.config.ts'

/** Pictures of every screen: no test, and no part of a usual run. */
export default { ...config, testMatch: 'screens.ts', timeout: 600_000 }
