import { lazy } from 'react'

export { useResetSecondFactor } from './use-reset-second-factor.tsx'

/** Asked for after a password that needs it. */
export const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))
