import './component-styles.css'
import './print.css'
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { constants } from '@chisholm/domain/constants'
import { may } from '@chisholm/domain/permissions'
import { offlineAccess, useIsLocked } from '../api/offline-access.ts'
import { startOfflineReading } from '../api/offline-persister.ts'
import { onSecondFactorRequired } from '../api/second-factor-required.ts'
import { session, useSession } from '../api/session.ts'
import { unstored } from '../api/with-free-space.ts'
import { PhotoDraftsBanner } from '../features/photos/index.ts'
import { providerQuery } from '../features/sites/index.ts'
import { ScannerStatusBar } from '../features/scanner/index.ts'
import { useHeader } from '../ui/header-state.ts'
import { Deferred } from '../ui/deferred.tsx'
import { shellTexts } from './shell-texts.ts'
import { DemoBanner } from './demo-banner.tsx'
import { Footer } from './footer.tsx'
import { startForgettingPreviousUsers } from './forget-previous-user.ts'
import { ResumeBanner } from './resume-banner.tsx'
import { Header } from './header.tsx'
import { OutboxStatusBar } from './outbox-status-bar.tsx'
import { useLiveEvents } from './use-live-events.ts'
import { useOfflineDownload } from './use-offline-download.ts'
import { useOutboxSending } from './use-outbox-sending.ts'
import { usePushRenewal } from './use-push-renewal.ts'
import { PullToRefresh } from './pull-to-refresh.tsx'

startOfflineReading()
addEventListener('beforeunload', (event) => {
  if (!unstored.isEmpty()) event.preventDefault()
})
startForgettingPreviousUsers()

// This page is needed once per installation, so it is loaded on demand.
const SetUpPage = lazy(async () => ({ default: (await import('../features/provider/setup-page.tsx')).SetupPage }))
// This page is rarely shown.
const LockedPage = lazy(async () => ({ default: (await import('./locked-page.tsx')).LockedPage }))

/**
 * Users can reach the pages of their own account before the practice is set up, because they may need a second factor
 * first.
 */
const pagesBeforeSetUp = /^\/a\/(profile|security|change-password)(\/|$)/

export function AppLayout() {
  const currentUser = useSession()
  const router = useRouter()
  const navigate = useNavigate()
  const { hasFooter } = useHeader()
  const provider = useQuery(providerQuery()).data
  const { pathname } = useLocation()
  useOutboxSending()
  useOfflineDownload()
  useLiveEvents()
  usePushRenewal()
  const isLocked = useIsLocked()
  const owner = currentUser?.uuid
  useEffect(() => {
    if (owner) void offlineAccess.begin(owner)
  }, [owner])
  // The session may end in another tab, or when it cannot be refreshed.
  useEffect(() => {
    if (currentUser) return
    if (session.hasExpired()) void offlineAccess.end()
    // the route already leads to the sign-in page, which returns here
    if (router.state.location.pathname.startsWith('/u/')) return
    const goingFor = session.expiredUser()
    const state = goingFor === undefined ? {} : { goingTo: router.state.location.href, goingFor }
    void navigate({ to: '/u/login', state })
  }, [currentUser, navigate, router])
  // The server rejects everything else, so only this page helps.
  useEffect(() => onSecondFactorRequired(() => void navigate({ to: '/a/security', replace: true })), [navigate])
  if (!currentUser) return null
  const needsSetUp =
    provider?.confirmed === false && may(currentUser, 'provider.manage') && !pagesBeforeSetUp.test(pathname)
  return (
    // another user's screens begin anew
    <div className="app" key={owner}>
      <SkipLink />
      <PullToRefresh distance={constants.pullToRefresh.wrapperDistance} />
      <Header roles={currentUser.roles} />
      {provider?.demo && <DemoBanner />}
      <Deferred>
        <OutboxStatusBar />
        <ScannerStatusBar />
        <ResumeBanner />
        <PhotoDraftsBanner />
        {isLocked ? (
          <Suspense>
            <LockedPage />
          </Suspense>
        ) : needsSetUp ? (
          <Suspense>
            <SetUpPage provider={provider} />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </Deferred>
      <Footer roles={currentUser.roles} hiddenOnPhone={hasFooter} />
    </div>
  )
}

/** Lets keyboard users skip header and menu. */
const SkipLink = () => (
  <a
    href="#content"
    className="skip-link"
    onClick={(event) => {
      // The hash does not become an entry in the history.
      event.preventDefault()
      document.getElementById('content')?.focus()
    }}
  >
    {shellTexts.skipToContent}
  </a>
)
