export { alertRuleRoutes } from './alert-rules.routes.ts'
export { alertRoutes } from './alerts.routes.ts'
export { evaluateAlerts } from './evaluate.ts'
export { readDays } from './figures.ts'
