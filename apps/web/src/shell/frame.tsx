import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { constants } from '@chisholm/domain/constants'
import { useSession } from '../api/session.ts'
import { DraftsBanner } from '../features/photos/drafts-banner.tsx'
import { ScannerStrip } from '../features/scanner/scanner-strip.tsx'
import { useHeader } from '../ui/header-state.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'

/** What stands around every page of who is signed in. */
export function Frame() {
  const session = useSession()
  const navigate = useNavigate()
  const { foot } = useHeader()
  // the sign-in may end in another tab, or when its refresh fails
  useEffect(() => {
    if (!session) void navigate({ to: '/u/login' })
  }, [session, navigate])
  if (!session) return null
  return (
    <div className="app">
      <PullToRefresh distance={constants.pullToRefresh.wrapperDistance} />
      <Header />
      <DraftsBanner />
      <ScannerStrip />
      <Outlet />
      <Footer roles={session.roles} hiddenOnPhone={foot} />
    </div>
  )
}
