export { MoreAccess } from './more-access.tsx'
export { listedSite, providerQuery, siteQuery, sitesQuery } from './queries.ts'
export { siteTexts } from './site-texts.ts'
export { SiteFields } from './site-fields.tsx'
