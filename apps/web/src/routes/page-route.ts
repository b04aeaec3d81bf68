import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { isVet, type Role, roles as allRoles } from '@chisholm/domain/permissions'
import { throwChunkLoadError } from '../api/chunk-load-error.ts'
import { cachedProvider } from '../api/cached-provider.ts'
import { queryClient } from '../api/query-client.ts'
import { session } from '../api/session.ts'
import { type ParamParsers, validateSearchWith } from '../search-params.ts'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { toast } from '../ui/toast.ts'
import { uiTexts } from '../ui-texts.ts'

/** Loads a page on demand. A failure becomes a ChunkLoadError. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(throwChunkLoadError), name)

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

/** The pages of signed-in users. */
export const appRoute = createRoute({
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
  component: lazyPage(() => import('../shell/app-layout.tsx'), 'AppLayout'),
  notFoundComponent: NotFoundPage,
})

/** Whether the user reloaded this page or came back to it, instead of following a link. */
const isReloaded = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate')

async function loadProvider(): Promise<void> {
  const { providerQuery } = await import('../features/sites/index.ts')
  await queryClient.ensureQueryData(providerQuery())
}

/** Ends a navigation at another page. */
export function redirectTo(to: string): never {
  throw redirect({ to, replace: true })
}

/** The start page of a role (specification 2.2). */
export const homePathOf = (roles: readonly Role[]) =>
  isVet({ roles }) ? '/a/location/all/inbox' : '/a/postmortems/draft'

/** Admits these roles. All others are redirected to their start page with a toast. */
export const requireRole = (roles: readonly Role[]) => () => {
  const ownRoles = session.read()?.roles ?? []
  if (ownRoles.some((role) => roles.includes(role))) return
  toast.failure(uiTexts.roleMayNotEnter)
  redirectTo(homePathOf(ownRoles))
}

/** A page of signed-in users with these roles. @param search  its search parameters */
export const pageRoute = <P extends string>(
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

/** A path that leads these roles to another page. */
export const redirectRoute = (
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
