import config from './playwright.config.ts'

/** Journeys that take minutes, run by `npm run test:long`. */
export default { ...config, testDir: './long', testMatch: '*.long.ts', timeout: 1_200_000 }
