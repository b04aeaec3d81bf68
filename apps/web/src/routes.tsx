import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { turnaroundSorts, unknownFields } from '@chisholm/domain/insight-lists'
import { accountStatuses, isVet, type Role, roles as allRoles, rolesOf, vetRoles } from '@chisholm/domain/permissions'
import { clientTabs, searchStatuses, vetTabs } from '@chisholm/domain/status'
import { throwChunkLoadError } from './api/chunk-load-error.ts'
import { cachedProvider } from './api/cached-provider.ts'
import { queryClient } from './api/query-client.ts'
import { session } from './api/session.ts'
import {
  day,
  id,
  json,
  oneOf,
  pageNumber,
  parseSearch,
  type ParamParsers,
  validateSearchWith,
  stringifySearch,
  text,
} from './search-params.ts'
import { placeAfterSignIn } from './place-after-sign-in.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { createAppHistory } from './ui/intercept-back.ts'
import { PendingPage } from './ui/states.tsx'
import { NotFoundPage } from './ui/not-found-page.tsx'
import { toast } from './ui/toast.ts'
import { uiTexts } from './ui-texts.ts'

/** Loads a page on demand. A failure becomes a ChunkLoadError. */
const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(throwChunkLoadError), name)

/** All routes of specification section 2. */

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: () => redirectTo('/a') })

const guestOnlyRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guestOnly',
  beforeLoad: ({ location }) => {
    // the user may have signed in in another tab meanwhile
    if (session.read()) throw redirect({ href: placeAfterSignIn(location.state), replace: true })
  },
  component: Outlet,
})
const loginRoute = createRoute({
  getParentRoute: () => guestOnlyRoute,
  path: '/u/login',
  component: lazyPage(() => import('./features/auth/login-page.tsx'), 'LoginPage'),
})
const resetRoute = createRoute({
  getParentRoute: () => guestOnlyRoute,
  path: '/u/reset',
  component: lazyPage(() => import('./features/auth/reset-page.tsx'), 'ResetPage'),
  validateSearch: validateSearchWith({ step: oneOf(['code', 'done']), email: text }),
})

const apiDocsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api/docs',
  component: lazyPage(() => import('./features/api-docs/api-docs-page.tsx'), 'ApiDocsPage'),
})

/** Linked by the QR code of a report, for anybody. */
const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify/$code',
  component: lazyPage(() => import('./features/reports/verify-page.tsx'), 'VerifyPage'),
})

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/a',
  beforeLoad: async ({ location, cause }) => {
    if (!session.read()) {
      // The sign-in page returns to this URL: of a page that was shown before, only the user whose session expired, and
      // of a link anybody.
      const goingFor = cause === 'stay' || isReloaded() ? session.expiredUser() : undefined
      throw redirect({
        to: '/u/login',
        replace: true,
        state: { goingTo: location.href, ...(goingFor && { goingFor }) },
      })
    }
    // The time zone of the practice is needed before the first date. If this fails, the pages that show the practice
    // try again.
    if (!cachedProvider.read()) await loadProvider().catch(() => undefined)
  },
  component: lazyPage(() => import('./shell/app-layout.tsx'), 'AppLayout'),
  notFoundComponent: NotFoundPage,
})

/** Whether the user reloaded this page or came back to it, instead of following a link. */
const isReloaded = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate')

async function loadProvider(): Promise<void> {
  const { providerQuery } = await import('./features/sites/index.ts')
  await queryClient.ensureQueryData(providerQuery())
}

function redirectTo(to: string): never {
  throw redirect({ to, replace: true })
}

/** The start page of a role (specification 2.2). */
const homePathOf = (roles: readonly Role[]) => (isVet({ roles }) ? '/a/location/all/inbox' : '/a/postmortems/draft')

/** Admits these roles. All others are redirected to their start page with a toast. */
const requireRole = (roles: readonly Role[]) => () => {
  const ownRoles = session.read()?.roles ?? []
  if (ownRoles.some((role) => roles.includes(role))) return
  toast.failure(uiTexts.roleMayNotEnter)
  redirectTo(homePathOf(ownRoles))
}

const pageRoute = <P extends string>(
  path: P,
  component: RouteComponent,
  roles: readonly Role[] = allRoles,
  search: ParamParsers = {},
) =>
  createRoute({
    getParentRoute: () => appRoute,
    path,
    component,
    beforeLoad: requireRole(roles),
    validateSearch: validateSearchWith(search),
  })

const postMortemSearch: ParamParsers = {
  step: oneOf(['details', 'animal', 'sent', 'complete', 'examine']),
  animal: text,
  rfid: text,
}
const reportSearch: ParamParsers = { version: text }
const listSearch: ParamParsers = { page: pageNumber, text }
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

const postMortemPage = lazyPage(() => import('./features/post-mortems/edit-post-mortem-page.tsx'), 'EditPostMortemPage')
const photoPage = lazyPage(() => import('./features/photos/photo-page.tsx'), 'PhotoPage')
const reportPage = lazyPage(() => import('./features/reports/report-page.tsx'), 'ReportPage')
const locationPage = lazyPage(() => import('./features/post-mortems/site-post-mortems-page.tsx'), 'SitePostMortemsPage')

const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => redirectTo(homePathOf(session.read()?.roles ?? [])),
})

const redirectRoute = (
  path: string,
  to: (params: Record<string, string>) => string,
  roles: readonly Role[] = allRoles,
) =>
  createRoute({
    getParentRoute: () => appRoute,
    path,
    beforeLoad: ({ params }) => {
      requireRole(roles)()
      redirectTo(to(params))
    },
  })

const pageRoutes = [
  homeRoute,
  redirectRoute('/postmortems', () => '/a/postmortems/draft'),
  pageRoute(
    '/postmortems/$tab',
    lazyPage(() => import('./features/post-mortems/requests-page.tsx'), 'RequestsPage'),
    allRoles,
    { page: pageNumber, ticket: id, ...postMortemSearch },
  ),
  pageRoute(
    '/postmortem/add',
    lazyPage(() => import('./features/post-mortems/new-post-mortem-page.tsx'), 'NewPostMortemPage'),
    allRoles,
    { rfid: text, site: id },
  ),
  pageRoute('/postmortem/view/$id', postMortemPage, allRoles, postMortemSearch),
  pageRoute('/postmortem/view/$id/$animalId/uploadPhoto', photoPage),
  pageRoute('/postmortem/$id', postMortemPage, allRoles, postMortemSearch),
  pageRoute('/postmortem/$id/report', reportPage, allRoles, reportSearch),
  pageRoute(
    '/locations',
    lazyPage(() => import('./features/sites/my-sites-page.tsx'), 'MySitesPage'),
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
    lazyPage(() => import('./features/animals/animal-page.tsx'), 'AnimalPage'),
    rolesOf('animal-page.view'),
  ),
  pageRoute(
    '/notifications',
    lazyPage(() => import('./features/notifications/notifications-page.tsx'), 'NotificationsPage'),
    allRoles,
    { page: pageNumber, number: text },
  ),
  pageRoute(
    '/samples',
    lazyPage(() => import('./features/samples/waiting-samples-page.tsx'), 'WaitingSamplesPage'),
    rolesOf('samples.write'),
    { page: pageNumber },
  ),
  pageRoute(
    '/planner',
    lazyPage(() => import('./features/planner/planner-page.tsx'), 'PlannerPage'),
    rolesOf('planner.view'),
    { date: day, view: oneOf(['day', 'week', 'month']), vet: text, site: id },
  ),
  pageRoute(
    '/planner/day/$date',
    lazyPage(() => import('./features/planner/day-page.tsx'), 'DayPage'),
    rolesOf('planner.view'),
    { vet: id },
  ),
  pageRoute(
    '/insight',
    lazyPage(() => import('./features/insight/insight-page.tsx'), 'InsightPage'),
    allRoles,
    { weeks: text, from: day, to: day, site: id, lot: text, cause: text },
  ),
  pageRoute(
    '/insight/deaths',
    lazyPage(() => import('./features/insight/deaths-page.tsx'), 'DeathsPage'),
    allRoles,
    {
      from: day,
      to: day,
      site: id,
      lot: text,
      cause: text,
      diagnosis: id,
      feed: text,
      unknown: oneOf(unknownFields),
      page: pageNumber,
    },
  ),
  pageRoute(
    '/insight/tickets',
    lazyPage(() => import('./features/insight/sent-post-mortems-page.tsx'), 'SentPostMortemsPage'),
    allRoles,
    { from: day, to: day, site: id, lot: text, cause: text, sort: oneOf(turnaroundSorts), page: pageNumber },
  ),
  pageRoute(
    '/insight/alerts',
    lazyPage(() => import('./features/alerts/alerts-page.tsx'), 'AlertsPage'),
  ),
  pageRoute(
    '/insight/summaries',
    lazyPage(() => import('./features/scheduled-reports/scheduled-reports-page.tsx'), 'ScheduledReportsPage'),
  ),
  pageRoute(
    '/herd/$siteId',
    lazyPage(() => import('./features/herd/herd-page.tsx'), 'HerdPage'),
  ),
  pageRoute(
    '/herd/$siteId/lots/$id',
    lazyPage(() => import('./features/lots/lot-page.tsx'), 'LotPage'),
  ),
  pageRoute(
    '/scanner',
    lazyPage(() => import('./features/scanner/scanner-page.tsx'), 'ScannerPage'),
    rolesOf('animal-page.view'),
  ),
  pageRoute(
    '/record/$id',
    lazyPage(() => import('./features/animals/animal-record-page.tsx'), 'AnimalRecordPage'),
  ),
  pageRoute(
    '/record/$id/case',
    lazyPage(() => import('./features/teaching-cases/share-case-page.tsx'), 'ShareCasePage'),
    vetRoles,
  ),
  pageRoute(
    '/library/cases',
    lazyPage(() => import('./features/teaching-cases/cases-page.tsx'), 'CasesPage'),
    allRoles,
    { diagnosis: id, page: pageNumber },
  ),
  pageRoute(
    '/waiting',
    lazyPage(() => import('./features/offline/waiting-page.tsx'), 'WaitingPage'),
  ),
  pageRoute(
    '/training',
    lazyPage(() => import('./features/trainings/training-page.tsx'), 'TrainingPage'),
    allRoles,
    { training: id },
  ),
  pageRoute(
    '/change-password',
    lazyPage(() => import('./features/auth/change-password-page.tsx'), 'ChangePasswordPage'),
  ),
  pageRoute(
    '/security',
    lazyPage(() => import('./features/second-factor/security-page.tsx'), 'SecurityPage'),
  ),
  pageRoute(
    '/profile',
    lazyPage(() => import('./features/users/profile-page.tsx'), 'ProfilePage'),
  ),
  pageRoute(
    '/profile/edit',
    lazyPage(() => import('./features/users/profile-edit-page.tsx'), 'ProfileEditPage'),
  ),
  pageRoute(
    '/invite-user',
    lazyPage(() => import('./features/users/invite-user-page.tsx'), 'InviteUserPage'),
    rolesOf('user.invite'),
  ),
  pageRoute(
    '/admin',
    lazyPage(() => import('./features/administration/administration-page.tsx'), 'AdministrationPage'),
    rolesOf('administration.view'),
  ),
  pageRoute(
    '/admin/customers',
    lazyPage(() => import('./features/customers/customers-page.tsx'), 'CustomersPage'),
    rolesOf('customers.manage'),
    listSearch,
  ),
  pageRoute(
    '/admin/customers/new',
    lazyPage(() => import('./features/customers/new-customer-page.tsx'), 'NewCustomerPage'),
    rolesOf('customers.manage'),
  ),
  pageRoute(
    '/admin/customers/$id',
    lazyPage(() => import('./features/customers/customer-page.tsx'), 'CustomerPage'),
    rolesOf('customers.manage'),
  ),
  pageRoute(
    '/admin/sites',
    lazyPage(() => import('./features/sites/admin-sites-page.tsx'), 'AdminSitesPage'),
    rolesOf('sites.manage'),
    listSearch,
  ),
  pageRoute(
    '/admin/sites/$id',
    lazyPage(() => import('./features/sites/site-page.tsx'), 'SitePage'),
    rolesOf('sites.manage'),
  ),
  pageRoute(
    '/admin/users',
    lazyPage(() => import('./features/users/users-page.tsx'), 'UsersPage'),
    rolesOf('users.manage'),
    { ...listSearch, role: oneOf(allRoles), status: oneOf(accountStatuses) },
  ),
  pageRoute(
    '/admin/users/$id',
    lazyPage(() => import('./features/users/user-page.tsx'), 'UserPage'),
    rolesOf('users.manage'),
  ),
  pageRoute(
    '/admin/users/$id/edit',
    lazyPage(() => import('./features/users/user-edit-page.tsx'), 'UserEditPage'),
    rolesOf('users.manage'),
  ),
  pageRoute(
    '/admin/trainings',
    lazyPage(() => import('./features/trainings/admin-trainings-page.tsx'), 'AdminTrainingsPage'),
    rolesOf('trainings.manage'),
    listSearch,
  ),
  pageRoute(
    '/admin/trainings/new',
    lazyPage(() => import('./features/trainings/training-editor-page.tsx'), 'NewTrainingPage'),
    rolesOf('trainings.manage'),
  ),
  pageRoute(
    '/admin/trainings/$id',
    lazyPage(() => import('./features/trainings/training-editor-page.tsx'), 'TrainingEditorPage'),
    rolesOf('trainings.manage'),
  ),
  pageRoute(
    '/admin/library',
    lazyPage(() => import('./features/library/library-page.tsx'), 'LibraryPage'),
    rolesOf('library.manage'),
  ),
  pageRoute(
    '/admin/library/$list',
    lazyPage(() => import('./features/library/entries-page.tsx'), 'EntriesPage'),
    rolesOf('library.manage'),
    { ...listSearch, retired: oneOf(['1']) },
  ),
  pageRoute(
    '/admin/provider',
    lazyPage(() => import('./features/provider/provider-page.tsx'), 'ProviderPage'),
    rolesOf('provider.manage'),
  ),
  pageRoute(
    '/admin/scanner',
    lazyPage(() => import('./features/scanner/provider-scanner-page.tsx'), 'ProviderScannerPage'),
    rolesOf('scanner.manage'),
  ),
  pageRoute(
    '/admin/installation',
    lazyPage(() => import('./features/installation/installation-page.tsx'), 'InstallationPage'),
    rolesOf('installation.view'),
  ),
  pageRoute(
    '/admin/import',
    lazyPage(() => import('./features/imports/import-page.tsx'), 'ImportPage'),
    rolesOf('lists.import'),
  ),
  pageRoute(
    '/admin/sign-in-limits',
    lazyPage(() => import('./features/auth/sign-in-limits-page.tsx'), 'SignInLimitsPage'),
    rolesOf('sign-in-limits.manage'),
    { page: pageNumber },
  ),
  pageRoute(
    '/admin/log',
    lazyPage(() => import('./features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
    rolesOf('audit.view'),
    { page: pageNumber, who: text, action: text, kind: text, ticket: text, from: day, to: day },
  ),
  pageRoute(
    '/search',
    lazyPage(() => import('./features/search/search-page.tsx'), 'SearchPage'),
    allRoles,
    searchSearch,
  ),
  pageRoute(
    '/search/result',
    lazyPage(() => import('./features/search/search-result-page.tsx'), 'SearchResultPage'),
    allRoles,
    { ...searchSearch, page: pageNumber },
  ),
  pageRoute(
    '/reports',
    lazyPage(() => import('./features/saved-reports/saved-reports-page.tsx'), 'SavedReportsPage'),
    allRoles,
    { page: pageNumber },
  ),
  pageRoute(
    '/reports/new',
    lazyPage(() => import('./features/saved-reports/saved-report-page.tsx'), 'NewReportPage'),
    allRoles,
    { run: json, page: pageNumber },
  ),
  pageRoute(
    '/reports/$id',
    lazyPage(() => import('./features/saved-reports/saved-report-page.tsx'), 'SavedReportPage'),
    allRoles,
    { run: json, page: pageNumber },
  ),
  pageRoute(
    '/todo',
    lazyPage(() => import('./shell/legacy-todo-page.tsx'), 'LegacyTodoPage'),
  ),
]

export const router = createRouter({
  history: createAppHistory(),
  parseSearch,
  stringifySearch,
  routeTree: rootRoute.addChildren([
    startRoute,
    apiDocsRoute,
    verifyRoute,
    guestOnlyRoute.addChildren([loginRoute, resetRoute]),
    appRoute.addChildren(pageRoutes),
  ]),
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
})

/** Links and navigation are checked against these routes. */
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
