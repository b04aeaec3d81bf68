import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import chisholm from '../../package.json' with { type: 'json' }
import { checkApis } from './browser-api-check.ts'
import { preloads } from './page-preloads.ts'
import { installableApp } from './installable-app.ts'
import { buildTarget } from './supported-browsers.ts'

/** Compresses the output at build time, so that the server only sends it. */
const brotli = (): Plugin => ({
  name: 'brotli',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const files = await readdir(dir, { recursive: true })
    for (const file of files.filter((name) => /\.(?:js|mjs|css|html|svg)$/.test(name))) {
      const bytes = await readFile(path.join(dir, file))
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 }
      await writeFile(path.join(dir, `${file}.br`), brotliCompressSync(bytes, { params: quality }))
    }
  },
})

/**
 * Chunks. A phone fetches six files at a time, one round trip each, so shared modules are bundled into a few larger files
 * instead of dozens of small ones. A module goes into the first group that matches.
 */
const groups = [
  { name: 'react-dom', test: anyOf('node_modules/(react-dom/(client|cjs/react-dom-client)|scheduler/)') },
  // needed by every page before it renders
  { name: 'start', tags: ['$initial' as const] },
  // what toasts need beyond that; it is loaded after the first page
  {
    name: 'toasts',
    test: anyOf(
      '@mantine/notifications/',
      '@mantine/core/.*/(Notification|Portal|get-default-z-index|get-style-object)/',
      '@mantine/hooks/.*/(use-did-update|use-drag|use-force-update|use-isomorphic-effect|use-media-query|use-merged-ref|use-reduced-motion)/',
      'node_modules/(@babel/runtime|get-nonce|tslib|react-remove-scroll[\\w-]*|react-style-singleton|use-(callback-ref|sidecar)|react-transition-group)/',
    ),
  },
  // everything else the sign-in page needs, and nothing more
  {
    name: 'sign-in',
    test: anyOf(
      '@mantine/core/.*/(ActionIcon|CloseButton|Input|InputBase|PasswordInput|TextInput|use-resolved-styles-api)/',
      '@mantine/hooks/.*/(use-document-title|use-id|use-network|use-uncontrolled|use-window-event)/',
      '@tanstack/react-router/.*/useLocation\\.',
      'src/api/(api-base|api-error|client|refresh-session|second-factor-required)\\.',
      'src/features/auth/auth-texts\\.',
      'src/features/(auth|second-factor)/index\\.',
      'src/features/auth/(store-session|login-page|sign-in-layout|use-complete-sign-in|use-provider)\\.',
      'src/ui/(password-field|use-layer|use-form[\\w-]*|use-page-title)\\.',
    ),
  },
  // the app layout and lists
  {
    name: 'shared',
    test: anyOf(
      '@mantine/core/.*/(core/utils|Floating|FocusTrap|Menu|Modal|ModalBase|Overlay|Paper|Popover|ScrollArea|VisuallyHidden)/',
      '@mantine/core/.*/(AccordionChevron|CheckIcon|RadioIcon|DirectionProvider)\\.',
      '@mantine/hooks/',
      '@floating-ui/|@tabler/icons-react/|@tanstack/|idb-keyval/',
      'src/(api|shell)/',
      'src/ui/(is-not-found|action-menu|card-section|csv-file|form-page|use-confirm|use-ask-and-delete|delete-button|dialog-form|dialog|use-close-on-back|export-button|disclosure|deferred|date-time|format-bytes|lazy-part[\\w-]*|paged-list|pager|status-bar|time-zone-choices|toast-during|changed-fields|use-focus-return|focus-section|use-is-mounted|use-is-wide|use-last-choice|use-minute|removed-row|use-removed|use-single-flight|chip|site-zone|link-row|nobody|telephone-url|url-before-load)\\.',
      'src/outbox-texts\\.',
      'src/ui/(export-texts|list-texts|load-more|page-out-of-range)\\.',
      'features/animals/animal-texts\\.',
      'features/[\\w-]+/(index|queries|animal-name|cached-names|danger-signs)\\.',
      'features/scanner/(bluetooth-connection|parse-scan|scanner|scanner-settings|scanner-state|scanner-status-bar|scanner-texts|scanner-settings-store)\\.',
      'features/notifications/(bell|notification-queries|notification-texts|preferences-hash)\\.',
      'features/offline/(install|install-method|offline-texts|register-service-worker|try-now)\\.',
      'features/photos/(in-parallel|photo-drafts|photo-drafts-banner|photo-draft-store|photo-texts|photos|upload-in-parts|upload-photo-drafts|upload-progress)\\.',
      'features/planner/planner-(queries|texts|week)\\.',
      'features/post-mortems/post-mortem-texts\\.',
      'features/post-mortems/(card-[\\w-]+|cards|split-view|diagnosis-drafts|animal-drafts?|examination-drafts|clear-animal-drafts|unsaved-input|use-close-pane|use-list-keys|list-options|site-post-mortems-page|status-pills|requests-page|status-tabs|post-mortem-card|post-mortem-list|find-unfinished-work|notify-seen-before|unsent-[\\w-]+|offline-[\\w-]+)\\.',
      'features/saved-reports/saved-report-texts\\.',
      'features/sign-out/',
      'domain/src/(animal-fields|carcass|compare-names|country-numbers|csv-cells|danger-signs|dates|examination|format-number|full-name|page-paths|photo-protocol|plural|report-filter|rfid|scanner-settings|short-dates|site-in-full|ticket-number|typed-objects|validation|visits|weeks)\\.',
    ),
  },
  // a post-mortem and its wizard
  {
    name: 'ticket',
    test: anyOf(
      'src/features/(animals|photos)/',
      'src/features/post-mortems/[\\w-]+\\.',
      'src/features/post-mortems/examine/(describe-examination|examination-summary|examination-texts)\\.',
      'src/features/saved-reports/name-dialog\\.',
      'src/features/audit-log/(audit-log|field-changes|history-section|history-texts)\\.',
      'src/ui/(after-press|animal-links|description-list|expandable-list|markup-layer|return-after-sign-in|timestamp-field|timestamp-parts|use-modal|use-redirect-if-still-here|use-ask-before-leaving|use-focus-heading|use-leave-page|use-leave-guard|use-page-form|use-was-printed|use-dialog-form|use-draft-form|draft-form-texts)\\.',
      'domain/src/(death|examination-texts|markup-drawing|slot-order|treatments-given)\\.',
    ),
  },
  // the start page of the administration shows texts of all its features
  {
    name: 'administration-texts',
    test: anyOf(
      'src/features/(administration|customers|imports|installation|library|provider)/[\\w-]+-texts\\.',
      'src/features/(audit-log/audit-log|sites/site|trainings/training-editor|users/user)-texts\\.',
      'src/features/auth/sign-in-limit-texts\\.',
      'src/features/scanner/provider-scanner-texts\\.',
    ),
  },
  {
    name: 'fields',
    test: anyOf(
      '@mantine/(core|dates)/.*/',
      'dayjs/',
      'src/ui/date-texts\\.',
      'src/ui/(date-field|fit-in-viewport|select-field|rfid-field|use-keyboard-scan)\\.',
      'src/features/visits/',
    ),
    minShareCount: 2,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

/**
 * Chunks whose functions Chromium compiles in the background while they load. It otherwise compiles each function when
 * it is first called, which blocks the main thread of a phone while the first page renders.
 */
const compiledAtOnce = new Set(['react-dom', 'shared', 'ticket'])

/** Matches any of these paths, on Windows too. */
function anyOf(...paths: string[]): RegExp {
  return new RegExp(paths.join('|').replaceAll('/', String.raw`[\\/]`))
}

/** pdf.js built for older browsers: its standard build needs APIs that Safari and Firefox added only recently. */
const olderPdfJs = [
  { find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.mjs' },
  { find: /^pdfjs-dist\/web\//, replacement: 'pdfjs-dist/legacy/web/' },
]

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  define: { 'import.meta.env.VERSION': JSON.stringify(chisholm.version) },
  plugins: [react(), preloads(), checkApis(), VitePWA(installableApp), brotli()],
  resolve: { alias: olderPdfJs },
  worker: { format: 'es', plugins: () => [checkApis()] },
  server: { host: '127.0.0.1', proxy: { '/api/v1': api, '/files': api } },
  build: {
    outDir: 'dist',
    target: buildTarget,
    sourcemap: false,
    // all supported browsers know modulepreload
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups },
        postBanner: ({ isEntry, name }) => (isEntry || compiledAtOnce.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
      },
    },
  },
})
