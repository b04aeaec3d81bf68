import '@fontsource-variable/inter/wght.css'
import './component-styles.css'
import '@mantine/notifications/styles.css'
import './theme.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/app-layout.css'
import './styles/cards.css'
import './styles/forms.css'
import './styles/sign-in.css'
import './styles/library-overrides.css'
import './styles/toasts.css'
import './styles/forced-colors.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, startTransition, StrictMode, Suspense } from 'react'
import { delay } from './api/delay.ts'
import { holdInstallPrompt } from './api/install-prompt.ts'
import { queryClient } from './api/query-client.ts'
import { router } from './routes.tsx'
import { theme } from './theme.ts'
import { installTrustedTypesPolicy } from './trusted-types.ts'
import { ignoreStrayClicks } from './ui/ignore-stray-clicks.ts'

installTrustedTypesPolicy()
ignoreStrayClicks()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

/** Tries again after ever longer pauses: without its toasts the page works, but a failure would blank it. */
async function loadToasts(): Promise<typeof import('./ui/toasts.tsx')> {
  for (let pause = 1000; ; pause *= 2)
    try {
      return await import('./ui/toasts.tsx')
    } catch {
      await delay(pause)
    }
}
// No page shows a toast at first, so their code is not part of the first script.
const Toasts = lazy(loadToasts)

const app = (
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <Suspense>
        <Toasts />
      </Suspense>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)
// React DOM starts in a task of its own, and a transition renders in short tasks, so that a slow phone reacts in between.
void Promise.all([
  import('react-dom/client'),
  isSecureContext || import('./without-https.ts').then(({ replaceMissing }) => replaceMissing()),
]).then(([{ createRoot }]) => startTransition(() => createRoot(root).render(app)))

addEventListener('beforeinstallprompt', holdInstallPrompt)
/**
 * On the first visit the service worker caches the whole app. This delay keeps processor and connection free for the
 * first page.
 */
const firstVisitDelay = 4000
addEventListener('load', () =>
  setTimeout(
    () => void import('./features/offline/index.ts').then(({ registerServiceWorker }) => registerServiceWorker()),
    navigator.serviceWorker?.controller ? 0 : firstVisitDelay,
  ),
)
