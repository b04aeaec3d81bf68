import { lazy } from 'react'

/** Loaded when somebody draws for the first time. */
export const MarkupEditor = lazy(() => import('./markup-editor.tsx'))
