export { providerQuery, siteQuery } from './queries.ts'
