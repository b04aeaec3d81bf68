import { turnaroundSorts, unknownFacts } from '@chisholm/domain/insight-lists'
import { roles as allRoles } from '@chisholm/domain/permissions'
import { day, id, json, oneOf, pageNumber, text } from '../search-params.ts'
import { lazyPage, pageRoute } from './page-route.ts'

/** Figures, the herds that they are about, and reports. */
export const insightRoutes = [
  pageRoute(
    '/insight',
    lazyPage(() => import('../features/insight/insight-page.tsx'), 'InsightPage'),
    allRoles,
    { weeks: text, from: day, to: day, site: id, lot: text, cause: text },
  ),
  pageRoute(
    '/insight/deaths',
    lazyPage(() => import('../features/insight/deaths-page.tsx'), 'DeathsPage'),
    allRoles,
    {
      from: day,
      to: day,
      site: id,
      lot: text,
      cause: text,
      diagnosis: id,
      feed: text,
      unknown: oneOf(unknownFacts),
      page: pageNumber,
    },
  ),
  pageRoute(
    '/insight/tickets',
    lazyPage(() => import('../features/insight/sent-post-mortems-page.tsx'), 'SentPostMortemsPage'),
    allRoles,
    { from: day, to: day, site: id, lot: text, cause: text, sort: oneOf(turnaroundSorts), page: pageNumber },
  ),
  pageRoute(
    '/insight/alerts',
    lazyPage(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
  ),
  pageRoute(
    '/insight/summaries',
    lazyPage(() => import('../features/scheduled-reports/scheduled-reports-page.tsx'), 'ScheduledReportsPage'),
  ),
  pageRoute(
    '/herd/$siteId',
    lazyPage(() => import('../features/herd/herd-page.tsx'), 'HerdPage'),
  ),
  pageRoute(
    '/herd/$siteId/lots/$id',
    lazyPage(() => import('../features/lots/lot-page.tsx'), 'LotPage'),
  ),
  pageRoute(
    '/reports',
    lazyPage(() => import('../features/saved-reports/saved-reports-page.tsx'), 'SavedReportsPage'),
    allRoles,
    { page: pageNumber },
  ),
  pageRoute(
    '/reports/new',
    lazyPage(() => import('../features/saved-reports/saved-report-page.tsx'), 'NewReportPage'),
    allRoles,
    { run: json, page: pageNumber },
  ),
  pageRoute(
    '/reports/$id',
    lazyPage(() => import('../features/saved-reports/saved-report-page.tsx'), 'SavedReportPage'),
    allRoles,
    { run: json, page: pageNumber },
  ),
]
