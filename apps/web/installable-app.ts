import type { ManifestOptions, VitePWAOptions } from 'vite-plugin-pwa'

const icon = (name: string, pixels: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${name}.png`,
  sizes: `${pixels}x${pixels}`,
  type: 'image/png',
  purpose,
})

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('icon-192', 192)] })

/** The web app manifest. Its texts are visible before anybody has signed in. */
const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Chisholm',
  short_name: 'Chisholm',
  description: 'Post-mortem requests for cattle, with or without a signal.',
  lang: 'en',
  start_url: '/a',
  scope: '/',
  display: 'standalone',
  theme_color: '#1d5641',
  background_color: '#f6f4ee',
  categories: ['business', 'medical', 'productivity'],
  icons: [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')],
  shortcuts: [
    shortcut('New post mortem', '/a/postmortem/add'),
    shortcut('Scan', '/a/scanner'),
    shortcut('Vet Inbox', '/a/location/all/inbox'),
  ],
  screenshots: [
    { src: '/icons/phone.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label: 'Requests' },
    { src: '/icons/desktop.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide', label: 'Inbox' },
  ],
}

/**
 * The service worker with its list of files, and the manifest. The app registers the worker itself
 * (`src/features/offline/register-service-worker.ts`).
 */
export const installableApp: Partial<VitePWAOptions> = {
  strategies: 'injectManifest',
  srcDir: 'service-worker',
  filename: 'service-worker.ts',
  injectRegister: false,
  manifest,
  manifestFilename: 'manifest.webmanifest',
  includeManifestIcons: false,
  injectManifest: {
    injectionPoint: 'self.precacheManifest',
    globPatterns: ['index.html', 'favicon.svg', 'assets/*.{js,mjs,css,woff2}'],
    // The names of assets contain the hash of their content.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 5_000_000,
  },
}
