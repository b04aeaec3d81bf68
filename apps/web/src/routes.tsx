import { createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { roles as allRoles, rolesOf } from '@chisholm/domain/permissions'
import { session } from './api/session.ts'
import { adminRoutes } from './routes/admin.ts'
import { insightRoutes } from './routes/insight.ts'
import { homePathOf, appRoute, lazyPage, pageRoute, redirectTo, rootRoute } from './routes/page-route.ts'
import { ticketRoutes } from './routes/tickets.ts'
import { id, oneOf, pageNumber, parseSearch, stringifySearch, text, validateSearchWith } from './search-params.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './ui/not-found-page.tsx'
import { PendingPage } from './ui/states.tsx'

/* All routes of specification section 2: those of the folder `routes`, and these. */

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: () => redirectTo('/a') })

const guestOnlyRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guestOnly',
  beforeLoad: () => {
    if (session.read()) redirectTo('/')
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

const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => redirectTo(homePathOf(session.read()?.roles ?? [])),
})

/** The account of the user, and the few pages that belong to no other group. */
const accountRoutes = [
  pageRoute(
    '/notifications',
    lazyPage(() => import('./features/notifications/notifications-page.tsx'), 'NotificationsPage'),
    allRoles,
    { page: pageNumber, number: text },
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
    '/todo',
    lazyPage(() => import('./shell/legacy-todo-page.tsx'), 'LegacyTodoPage'),
  ),
]

export const router = createRouter({
  parseSearch,
  stringifySearch,
  routeTree: rootRoute.addChildren([
    startRoute,
    apiDocsRoute,
    verifyRoute,
    guestOnlyRoute.addChildren([loginRoute, resetRoute]),
    appRoute.addChildren([homeRoute, ...ticketRoutes, ...insightRoutes, ...accountRoutes, ...adminRoutes]),
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
