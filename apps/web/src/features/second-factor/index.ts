import { lazy } from 'react'

export { useResetSecondFactor } from './use-reset-second-factor.tsx'

/** The second step of a sign-in, which follows the password. */
export const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))
