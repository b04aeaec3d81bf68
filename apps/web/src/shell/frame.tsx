import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { constants } from '@chisholm/domain/constants'
import { may } from '@chisholm/domain/permissions'
import { onSecondFactorRequired } from '../api/refusals.ts'
import { session, useSession } from '../api/session.ts'
import { DraftsBanner } from '../features/photos/index.ts'
import { providerQuery } from '../features/sites/index.ts'
import { ScannerStrip } from '../features/scanner/index.ts'
import { useHeader } from '../ui/header-state.ts'
import { Later } from '../ui/later.tsx'
import { shellTexts } from './shell-texts.ts'
import { DemoStrip } from './demo-strip.tsx'
import { Footer } from './footer.tsx'
import { GoOnBanner } from './go-on-banner.tsx'
import { Header } from './header.tsx'
import { OutboxStrip } from './outbox-strip.tsx'
import { useOutboxSending } from './use-outbox-sending.ts'
import { PullToRefresh } from './pull-to-refresh.tsx'

// needed once per installation, so loaded on demand
const SetUpPage = lazy(async () => ({ default: (await import('../features/provider/set-up-page.tsx')).SetUpPage }))

/** Own account pages stay reachable before the provider is set up, because a second factor may be required first. */
const ownPages = /^\/a\/(profile|security|change-password)(\/|$)/

/** Layout of all pages after sign-in. */
export function Frame() {
  const person = useSession()
  const router = useRouter()
  const navigate = useNavigate()
  const { foot } = useHeader()
  const provider = useQuery(providerQuery()).data
  const { pathname } = useLocation()
  useOutboxSending()
  // the session may end in another tab, or when its refresh fails
  useEffect(() => {
    if (person) return
    const state = session.hasExpired() ? { goingTo: router.state.location.href } : {}
    void navigate({ to: '/u/login', state })
  }, [person, navigate, router])
  // the server refuses everything else, so only this page helps
  useEffect(() => onSecondFactorRequired(() => void navigate({ to: '/a/security', replace: true })), [navigate])
  if (!person) return null
  const setsUp = provider?.confirmed === false && may(person, 'provider.manage') && !ownPages.test(pathname)
  return (
    <div className="app">
      <SkipLink />
      <PullToRefresh distance={constants.pullToRefresh.wrapperDistance} />
      <Header />
      {provider?.demo && <DemoStrip />}
      <Later>
        <OutboxStrip />
        <ScannerStrip />
        <GoOnBanner />
        <DraftsBanner />
        {setsUp ? (
          <Suspense>
            <SetUpPage provider={provider} />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </Later>
      <Footer roles={person.roles} hiddenOnPhone={foot} />
    </div>
  )
}

/** For keyboard users. */
const SkipLink = () => (
  <a
    href="#content"
    className="skip-link"
    onClick={(event) => {
      // keeps the hash out of the history
      event.preventDefault()
      document.getElementById('content')?.focus()
    }}
  >
    {shellTexts.skipToContent}
  </a>
)
