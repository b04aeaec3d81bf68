import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { accountStatuses, adminRoles, isVet, type Role, roles, vetRoles } from '@chisholm/domain/permissions'
import { clientTabs, searchStatuses, vetTabs } from '@chisholm/domain/status'
import { codeMissing } from './api/missing-code.ts'
import { practice } from './api/practice.ts'
import { queryClient } from './api/query-client.ts'
import { session } from './api/session.ts'
import {
  day,
  id,
  json,
  oneOf,
  pageNumber,
  parseSearch,
  type Readers,
  searchOf,
  stringifySearch,
  text,
} from './search-params.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { PendingPage } from './ui/faces.tsx'
import { NotFound } from './ui/not-found.tsx'
import { toast } from './ui/toast.ts'
import { uiTexts } from './ui-texts.ts'

/** Loads a page on demand; a failure becomes a ChunkLoadError. */
const lazy: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => load().catch(codeMissing), name)

/** All routes of specification section 2. */

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: () => go('/a') })

const strangers = createRoute({
  getParentRoute: () => root,
  id: 'strangers',
  beforeLoad: () => {
    if (session.read()) go('/')
  },
  component: Outlet,
})
const login = createRoute({
  getParentRoute: () => strangers,
  path: '/u/login',
  component: lazy(() => import('./features/auth/login-page.tsx'), 'LoginPage'),
})
const reset = createRoute({
  getParentRoute: () => strangers,
  path: '/u/reset',
  component: lazy(() => import('./features/auth/reset-page.tsx'), 'ResetPage'),
  validateSearch: searchOf({ step: oneOf(['code', 'done']), email: text }),
})

const apiDocs = createRoute({
  getParentRoute: () => root,
  path: '/api/docs',
  component: lazy(() => import('./features/api-docs/api-docs-page.tsx'), 'ApiDocsPage'),
})

const app = createRoute({
  getParentRoute: () => root,
  path: '/a',
  beforeLoad: async ({ location }) => {
    // the sign-in page returns here
    if (!session.read()) throw redirect({ to: '/u/login', replace: true, state: { goingTo: location.href } })
    // its time zone is needed before the first date; a failure here is retried by the pages that show the provider
    if (!practice.read()) await learnPractice().catch(() => undefined)
  },
  component: lazy(() => import('./shell/frame.tsx'), 'Frame'),
  notFoundComponent: NotFound,
})

async function learnPractice(): Promise<void> {
  const { providerQuery } = await import('./features/sites/index.ts')
  await queryClient.ensureQueryData(providerQuery())
}

function go(to: string): never {
  throw redirect({ to, replace: true })
}

/** The start page of a role (specification 2.2). */
const homeOf = (roles: readonly Role[]) => (isVet({ roles }) ? '/a/location/all/inbox' : '/a/postmortems/draft')

/** Admits these roles; redirects others home with a toast. */
const only = (roles: readonly Role[]) => () => {
  const mine = session.read()?.roles ?? []
  if (mine.some((role) => roles.includes(role))) return
  toast.failure(uiTexts.roleMayNotEnter)
  go(homeOf(mine))
}
const everybody: readonly Role[] = ['Client', ...vetRoles]

const page = <P extends string>(path: P, component: RouteComponent, roles = everybody, search: Readers = {}) =>
  createRoute({
    getParentRoute: () => app,
    path,
    component,
    beforeLoad: only(roles),
    validateSearch: searchOf(search),
  })

/** Search parameters of a post-mortem. */
const ticketSearch: Readers = {
  step: oneOf(['details', 'animal', 'sent', 'complete']),
  animal: text,
  rfid: text,
}
const listSearch: Readers = { page: pageNumber, text }
const searchSearch: Readers = {
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
  // the page itself shows that the tab does not exist
  if (forVets === forClients) return everybody
  return forVets ? vetRoles : ['Client']
}

const editor = lazy(() => import('./features/post-mortems/edit-post-mortem-page.tsx'), 'EditPostMortemPage')
const photos = lazy(() => import('./features/photos/photo-page.tsx'), 'PhotoPage')
const report = lazy(() => import('./features/reports/report-page.tsx'), 'ReportPage')
const location = lazy(() => import('./features/post-mortems/location-page.tsx'), 'LocationPage')

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => go(homeOf(session.read()?.roles ?? [])),
})

const leads = (path: string, to: (params: Record<string, string>) => string, roles = everybody) =>
  createRoute({
    getParentRoute: () => app,
    path,
    beforeLoad: ({ params }) => {
      only(roles)()
      go(to(params))
    },
  })

const pages = [
  home,
  leads('/postmortems', () => '/a/postmortems/draft'),
  page(
    '/postmortems/$tab',
    lazy(() => import('./features/post-mortems/requests-page.tsx'), 'RequestsPage'),
    everybody,
    { page: pageNumber, ticket: id, ...ticketSearch },
  ),
  page(
    '/postmortem/add',
    lazy(() => import('./features/post-mortems/new-post-mortem-page.tsx'), 'NewPostMortemPage'),
    everybody,
    { rfid: text },
  ),
  page('/postmortem/view/$id', editor, everybody, ticketSearch),
  page('/postmortem/view/$id/$animalId/uploadPhoto', photos),
  page('/postmortem/$id', editor, everybody, ticketSearch),
  page('/postmortem/$id/report', report),
  page(
    '/locations',
    lazy(() => import('./features/sites/locations-page.tsx'), 'LocationsPage'),
    everybody,
    { page: pageNumber },
  ),
  leads(
    '/location/$siteId',
    ({ siteId }) =>
      `/a/location/${siteId}/${isVet({ roles: session.read()?.roles ?? [] }) ? vetTabs[0] : clientTabs[0]}`,
  ),
  createRoute({
    getParentRoute: () => app,
    path: '/location/$siteId/$tab',
    component: location,
    beforeLoad: ({ params }) => only(rolesOfTab(params.tab))(),
    validateSearch: searchOf({ page: pageNumber, ticket: id, ...ticketSearch }),
  }),
  leads('/vet', () => '/a/location/all/inbox', vetRoles),
  page('/vet/ticketdetail/$id', editor, vetRoles, ticketSearch),
  page('/vet/ticketdetail/$id/uploadPhoto', photos, vetRoles),
  page('/vet/ticketdetail/$id/report', report),
  page('/vet/ticketdetail/$id/$animalId', editor, vetRoles, ticketSearch),
  page('/vet/ticketdetail/$id/$animalId/uploadPhoto', photos, vetRoles),
  page(
    '/animal/$id',
    lazy(() => import('./features/animals/animal-page.tsx'), 'AnimalPage'),
    vetRoles,
  ),
  page(
    '/scanner',
    lazy(() => import('./features/scanner/scanner-page.tsx'), 'ScannerPage'),
    vetRoles,
  ),
  page(
    '/record/$id',
    lazy(() => import('./features/animals/record-page.tsx'), 'RecordPage'),
  ),
  page(
    '/training',
    lazy(() => import('./features/trainings/training-page.tsx'), 'TrainingPage'),
    everybody,
    { training: id },
  ),
  page(
    '/change-password',
    lazy(() => import('./features/auth/change-password-page.tsx'), 'ChangePasswordPage'),
  ),
  page(
    '/security',
    lazy(() => import('./features/second-factor/security-page.tsx'), 'SecurityPage'),
  ),
  page(
    '/profile',
    lazy(() => import('./features/users/profile-page.tsx'), 'ProfilePage'),
  ),
  page(
    '/profile/edit',
    lazy(() => import('./features/users/profile-edit-page.tsx'), 'ProfileEditPage'),
  ),
  page(
    '/invite-user',
    lazy(() => import('./features/users/invite-user-page.tsx'), 'InviteUserPage'),
    vetRoles,
  ),
  page(
    '/admin',
    lazy(() => import('./features/administration/administration-page.tsx'), 'AdministrationPage'),
    adminRoles,
  ),
  page(
    '/admin/customers',
    lazy(() => import('./features/customers/customers-page.tsx'), 'CustomersPage'),
    adminRoles,
    listSearch,
  ),
  page(
    '/admin/customers/new',
    lazy(() => import('./features/customers/new-customer-page.tsx'), 'NewCustomerPage'),
    adminRoles,
  ),
  page(
    '/admin/customers/$id',
    lazy(() => import('./features/customers/customer-page.tsx'), 'CustomerPage'),
    adminRoles,
  ),
  page(
    '/admin/sites',
    lazy(() => import('./features/sites/sites-page.tsx'), 'SitesPage'),
    adminRoles,
    listSearch,
  ),
  page(
    '/admin/sites/$id',
    lazy(() => import('./features/sites/site-page.tsx'), 'SitePage'),
    adminRoles,
  ),
  page(
    '/admin/users',
    lazy(() => import('./features/users/users-page.tsx'), 'UsersPage'),
    adminRoles,
    { ...listSearch, role: oneOf(roles), status: oneOf(accountStatuses) },
  ),
  page(
    '/admin/users/$id',
    lazy(() => import('./features/users/user-page.tsx'), 'UserPage'),
    adminRoles,
  ),
  page(
    '/admin/trainings',
    lazy(() => import('./features/trainings/admin-trainings-page.tsx'), 'AdminTrainingsPage'),
    adminRoles,
    listSearch,
  ),
  page(
    '/admin/trainings/new',
    lazy(() => import('./features/trainings/training-editor-page.tsx'), 'NewTrainingPage'),
    adminRoles,
  ),
  page(
    '/admin/trainings/$id',
    lazy(() => import('./features/trainings/training-editor-page.tsx'), 'TrainingEditorPage'),
    adminRoles,
  ),
  page(
    '/admin/library',
    lazy(() => import('./features/library/library-page.tsx'), 'LibraryPage'),
    adminRoles,
  ),
  page(
    '/admin/library/$list',
    lazy(() => import('./features/library/entries-page.tsx'), 'EntriesPage'),
    adminRoles,
    { ...listSearch, retired: oneOf(['1']) },
  ),
  page(
    '/admin/provider',
    lazy(() => import('./features/provider/provider-page.tsx'), 'ProviderPage'),
    adminRoles,
  ),
  page(
    '/admin/scanner',
    lazy(() => import('./features/scanner/practice-scanner-page.tsx'), 'PracticeScannerPage'),
    adminRoles,
  ),
  page(
    '/admin/installation',
    lazy(() => import('./features/installation/installation-page.tsx'), 'InstallationPage'),
    adminRoles,
  ),
  page(
    '/admin/import',
    lazy(() => import('./features/imports/import-page.tsx'), 'ImportPage'),
    adminRoles,
  ),
  page(
    '/admin/sign-in-limits',
    lazy(() => import('./features/auth/sign-in-limits-page.tsx'), 'SignInLimitsPage'),
    adminRoles,
    { page: pageNumber },
  ),
  page(
    '/admin/log',
    lazy(() => import('./features/audit-log/log-page.tsx'), 'LogPage'),
    adminRoles,
    { page: pageNumber, who: text, action: text, kind: text, ticket: text, from: day, to: day },
  ),
  page(
    '/search',
    lazy(() => import('./features/search/search-page.tsx'), 'SearchPage'),
    everybody,
    searchSearch,
  ),
  page(
    '/search/result',
    lazy(() => import('./features/search/search-result-page.tsx'), 'SearchResultPage'),
    everybody,
    { ...searchSearch, page: pageNumber },
  ),
  page(
    '/reports',
    lazy(() => import('./features/saved-reports/reports-page.tsx'), 'ReportsPage'),
    everybody,
    { page: pageNumber },
  ),
  page(
    '/reports/new',
    lazy(() => import('./features/saved-reports/saved-report-page.tsx'), 'NewReportPage'),
    everybody,
    { run: json, page: pageNumber },
  ),
  page(
    '/reports/$id',
    lazy(() => import('./features/saved-reports/saved-report-page.tsx'), 'SavedReportPage'),
    everybody,
    { run: json, page: pageNumber },
  ),
  page(
    '/todo',
    lazy(() => import('./shell/todo-page.tsx'), 'TodoPage'),
  ),
]

export const router = createRouter({
  parseSearch,
  stringifySearch,
  routeTree: root.addChildren([start, apiDocs, strangers.addChildren([login, reset]), app.addChildren(pages)]),
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ErrorPage,
})

/** Links and navigation are checked against these routes. */
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
