import { lazyPart } from '../../ui/lazy-part.tsx'

/** Loaded on first use. */
export const MarkupEditor = lazyPart(async () => (await import('./markup-editor.tsx')).MarkupEditor)
