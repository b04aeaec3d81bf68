import { lazyPart } from '../../ui/lazy-part.tsx'

export { currentInstallMethod } from './install.ts'
export { offlineTexts } from './offline-texts.ts'
export { registerServiceWorker } from './register-service-worker.ts'
export { tryNow } from './try-now.ts'

// rarely shown
export const InstallCard = lazyPart(async () => (await import('./install-card.tsx')).InstallCard)
export const InstallDialog = lazyPart(async () => (await import('./install-dialog.tsx')).InstallDialog)
export const StoredSection = lazyPart(async () => (await import('./stored-section.tsx')).StoredSection, 242)
