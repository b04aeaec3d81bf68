import { accountStatuses, roles as allRoles, rolesOf } from '@chisholm/domain/permissions'
import { day, oneOf, pageNumber, type ParamParsers, text } from '../search-params.ts'
import { lazyPage, pageRoute } from './page-route.ts'

const listSearch: ParamParsers = { page: pageNumber, text }

/** The administration. */
export const adminRoutes = [
  pageRoute(
    '/admin',
    lazyPage(() => import('../features/administration/administration-page.tsx'), 'AdministrationPage'),
    rolesOf('administration.view'),
  ),
  pageRoute(
    '/admin/customers',
    lazyPage(() => import('../features/customers/customers-page.tsx'), 'CustomersPage'),
    rolesOf('customers.manage'),
    listSearch,
  ),
  pageRoute(
    '/admin/customers/new',
    lazyPage(() => import('../features/customers/new-customer-page.tsx'), 'NewCustomerPage'),
    rolesOf('customers.manage'),
  ),
  pageRoute(
    '/admin/customers/$id',
    lazyPage(() => import('../features/customers/customer-page.tsx'), 'CustomerPage'),
    rolesOf('customers.manage'),
  ),
  pageRoute(
    '/admin/sites',
    lazyPage(() => import('../features/sites/admin-sites-page.tsx'), 'AdminSitesPage'),
    rolesOf('sites.manage'),
    listSearch,
  ),
  pageRoute(
    '/admin/sites/$id',
    lazyPage(() => import('../features/sites/site-page.tsx'), 'SitePage'),
    rolesOf('sites.manage'),
  ),
  pageRoute(
    '/admin/users',
    lazyPage(() => import('../features/users/users-page.tsx'), 'UsersPage'),
    rolesOf('users.manage'),
    { ...listSearch, role: oneOf(allRoles), status: oneOf(accountStatuses) },
  ),
  pageRoute(
    '/admin/users/$id',
    lazyPage(() => import('../features/users/user-page.tsx'), 'UserPage'),
    rolesOf('users.manage'),
  ),
  pageRoute(
    '/admin/trainings',
    lazyPage(() => import('../features/trainings/admin-trainings-page.tsx'), 'AdminTrainingsPage'),
    rolesOf('trainings.manage'),
    listSearch,
  ),
  pageRoute(
    '/admin/trainings/new',
    lazyPage(() => import('../features/trainings/training-editor-page.tsx'), 'NewTrainingPage'),
    rolesOf('trainings.manage'),
  ),
  pageRoute(
    '/admin/trainings/$id',
    lazyPage(() => import('../features/trainings/training-editor-page.tsx'), 'TrainingEditorPage'),
    rolesOf('trainings.manage'),
  ),
  pageRoute(
    '/admin/library',
    lazyPage(() => import('../features/library/library-page.tsx'), 'LibraryPage'),
    rolesOf('library.manage'),
  ),
  pageRoute(
    '/admin/library/$list',
    lazyPage(() => import('../features/library/entries-page.tsx'), 'EntriesPage'),
    rolesOf('library.manage'),
    { ...listSearch, retired: oneOf(['1']) },
  ),
  pageRoute(
    '/admin/provider',
    lazyPage(() => import('../features/provider/provider-page.tsx'), 'ProviderPage'),
    rolesOf('provider.manage'),
  ),
  pageRoute(
    '/admin/scanner',
    lazyPage(() => import('../features/scanner/provider-scanner-page.tsx'), 'ProviderScannerPage'),
    rolesOf('scanner.manage'),
  ),
  pageRoute(
    '/admin/installation',
    lazyPage(() => import('../features/installation/installation-page.tsx'), 'InstallationPage'),
    rolesOf('installation.view'),
  ),
  pageRoute(
    '/admin/import',
    lazyPage(() => import('../features/imports/import-page.tsx'), 'ImportPage'),
    rolesOf('lists.import'),
  ),
  pageRoute(
    '/admin/sign-in-limits',
    lazyPage(() => import('../features/auth/sign-in-limits-page.tsx'), 'SignInLimitsPage'),
    rolesOf('sign-in-limits.manage'),
    { page: pageNumber },
  ),
  pageRoute(
    '/admin/log',
    lazyPage(() => import('../features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
    rolesOf('audit.view'),
    { page: pageNumber, who: text, action: text, kind: text, ticket: text, from: day, to: day },
  ),
]
