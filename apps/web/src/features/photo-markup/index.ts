import { lazyPart } from '../../ui/lazy-part.tsx'

/** Loaded when somebody draws for the first time. */
export const MarkupEditor = lazyPart(async () => (await import('./markup-editor.tsx')).MarkupEditor)
