import { createRoute } from '@tanstack/react-router'
import { isVet, type Role, roles as allRoles, rolesOf, vetRoles } from '@chisholm/domain/permissions'
import { clientTabs, searchStatuses, vetTabs } from '@chisholm/domain/status'
import { session } from '../api/session.ts'
import { day, id, oneOf, pageNumber, type ParamParsers, validateSearchWith, text } from '../search-params.ts'
import { appRoute, lazyPage, pageRoute, redirectRoute, requireRole } from './page-route.ts'

const postMortemSearch: ParamParsers = {
  step: oneOf(['details', 'animal', 'sent', 'complete', 'examine']),
  animal: text,
  rfid: text,
}
const reportSearch: ParamParsers = { version: text }
const searchSearch: ParamParsers = {
  ...Object.fromEntries(['ticket', 'rfid', 'tag', 'lot'].map((field) => [field, text])),
  submitted: day,
  completed: day,
  vet: id,
  client: id,
  site: id,
  status: oneOf(searchStatuses),
}

/** Veterinarians and clients have different tabs (specification 2.4). */
function rolesOfTab(tab: string): readonly Role[] {
  const forVets = vetTabs.some((one) => one === tab)
  const forClients = clientTabs.some((one) => one === tab)
  // The page itself says that the tab does not exist.
  if (forVets === forClients) return allRoles
  return forVets ? rolesOf('inbox.view') : ['Client']
}

const postMortemPage = lazyPage(
  () => import('../features/post-mortems/edit-post-mortem-page.tsx'),
  'EditPostMortemPage',
)
const photoPage = lazyPage(() => import('../features/photos/photo-page.tsx'), 'PhotoPage')
const reportPage = lazyPage(() => import('../features/reports/report-page.tsx'), 'ReportPage')
const locationPage = lazyPage(
  () => import('../features/post-mortems/site-post-mortems-page.tsx'),
  'SitePostMortemsPage',
)

/** Post-mortems, their animals, photos, samples and visits, and the search. */
export const ticketRoutes = [
  redirectRoute('/postmortems', () => '/a/postmortems/draft'),
  pageRoute(
    '/postmortems/$tab',
    lazyPage(() => import('../features/post-mortems/requests-page.tsx'), 'RequestsPage'),
    allRoles,
    { page: pageNumber, ticket: id, ...postMortemSearch },
  ),
  pageRoute(
    '/postmortem/add',
    lazyPage(() => import('../features/post-mortems/new-post-mortem-page.tsx'), 'NewPostMortemPage'),
    allRoles,
    { rfid: text },
  ),
  pageRoute('/postmortem/view/$id', postMortemPage, allRoles, postMortemSearch),
  pageRoute('/postmortem/view/$id/$animalId/uploadPhoto', photoPage),
  pageRoute('/postmortem/$id', postMortemPage, allRoles, postMortemSearch),
  pageRoute('/postmortem/$id/report', reportPage, allRoles, reportSearch),
  pageRoute(
    '/locations',
    lazyPage(() => import('../features/sites/my-sites-page.tsx'), 'MySitesPage'),
    allRoles,
    { page: pageNumber },
  ),
  redirectRoute(
    '/location/$siteId',
    ({ siteId }) =>
      `/a/location/${siteId}/${isVet({ roles: session.read()?.roles ?? [] }) ? vetTabs[0] : clientTabs[0]}`,
  ),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/location/$siteId/$tab',
    component: locationPage,
    beforeLoad: ({ params }) => requireRole(rolesOfTab(params.tab))(),
    validateSearch: validateSearchWith({ page: pageNumber, ticket: id, ...postMortemSearch }),
  }),
  redirectRoute('/vet', () => '/a/location/all/inbox', rolesOf('inbox.view')),
  pageRoute('/vet/ticketdetail/$id', postMortemPage, vetRoles, postMortemSearch),
  pageRoute('/vet/ticketdetail/$id/uploadPhoto', photoPage, vetRoles),
  pageRoute('/vet/ticketdetail/$id/report', reportPage, allRoles, reportSearch),
  pageRoute('/vet/ticketdetail/$id/$animalId', postMortemPage, vetRoles, postMortemSearch),
  pageRoute('/vet/ticketdetail/$id/$animalId/uploadPhoto', photoPage, vetRoles),
  pageRoute(
    '/animal/$id',
    lazyPage(() => import('../features/animals/animal-page.tsx'), 'AnimalPage'),
    rolesOf('animal-page.view'),
  ),
  pageRoute(
    '/samples',
    lazyPage(() => import('../features/samples/waiting-samples-page.tsx'), 'WaitingSamplesPage'),
    rolesOf('samples.write'),
    { page: pageNumber },
  ),
  pageRoute(
    '/planner',
    lazyPage(() => import('../features/planner/planner-page.tsx'), 'PlannerPage'),
    rolesOf('planner.view'),
    { date: day, view: oneOf(['day', 'week', 'month']), vet: text, site: id },
  ),
  pageRoute(
    '/planner/day/$date',
    lazyPage(() => import('../features/planner/day-page.tsx'), 'DayPage'),
    rolesOf('planner.view'),
    { vet: id },
  ),
  pageRoute(
    '/scanner',
    lazyPage(() => import('../features/scanner/scanner-page.tsx'), 'ScannerPage'),
    rolesOf('animal-page.view'),
  ),
  pageRoute(
    '/record/$id',
    lazyPage(() => import('../features/animals/animal-record-page.tsx'), 'AnimalRecordPage'),
  ),
  pageRoute(
    '/record/$id/case',
    lazyPage(() => import('../features/teaching-cases/share-case-page.tsx'), 'ShareCasePage'),
    vetRoles,
  ),
  pageRoute(
    '/library/cases',
    lazyPage(() => import('../features/teaching-cases/cases-page.tsx'), 'CasesPage'),
    allRoles,
    { diagnosis: id, page: pageNumber },
  ),
  pageRoute(
    '/waiting',
    lazyPage(() => import('../features/offline/waiting-page.tsx'), 'WaitingPage'),
  ),
  pageRoute(
    '/search',
    lazyPage(() => import('../features/search/search-page.tsx'), 'SearchPage'),
    allRoles,
    searchSearch,
  ),
  pageRoute(
    '/search/result',
    lazyPage(() => import('../features/search/search-result-page.tsx'), 'SearchResultPage'),
    allRoles,
    { ...searchSearch, page: pageNumber },
  ),
]
