import { lazy } from 'react'

export { useReset } from './use-reset.tsx'

/** Asked for after a password that needs it. */
export const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))
