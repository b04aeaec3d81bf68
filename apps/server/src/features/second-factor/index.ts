export { requireSecondFactor } from './required.ts'
export { askSecondFactor } from './second-step.ts'
export { secondFactorRoutes } from './second-factor.routes.ts'
