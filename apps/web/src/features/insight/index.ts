export { siteChoicesQuery } from './insight-queries.ts'
