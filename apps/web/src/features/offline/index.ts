import { lazy } from 'react'

export { currentInstallWay } from './install.ts'
export { offlineTexts } from './offline-texts.ts'
export { registerServiceWorker } from './register-service-worker.ts'
export { tryNow } from './try-now.ts'

// rarely shown
export const InstallCard = lazy(async () => ({ default: (await import('./install-card.tsx')).InstallCard }))
export const InstallDialog = lazy(async () => ({ default: (await import('./install-dialog.tsx')).InstallDialog }))
export const StoredSection = lazy(async () => ({ default: (await import('./stored-section.tsx')).StoredSection }))
