export { alertRoutes } from './alerts.routes.ts'
export { evaluateAlerts } from './evaluate.ts'
export { readDays } from './figures.ts'
