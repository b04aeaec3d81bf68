export { alertRoutes } from './alerts.routes.ts'
export { evaluateAlerts } from './evaluate.ts'
